"""What alternatives of readings break, of a game for which nobody has said what each of them breaks.

Play goes on under the readings that were chosen. Wherever a rule consults a reading, the same step is taken again from
the same table under each of its alternatives: one match looks at all of them. Trouble counts, and what is declared or
always held else (``promises``): that is found in the game as it is played and in smaller ones
(``forms``), and in the rarest turns of games with few kinds of card (``rare``).
"""
