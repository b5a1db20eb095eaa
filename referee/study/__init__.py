"""What a game is like to play: is it fair, does skill count, what do its rules do?

``study_game`` plays matches between players of several strengths (``levels``), notes what is asked about (``notes``),
and estimates figures with their intervals. All figures are of these players, not of people.
"""

MINUTES = 5.0
"""Of one processor, for a form, where nothing else is said."""
