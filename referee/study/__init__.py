"""What a game is like to play: is it fair, does skill count, what do its rules do?

``study_game`` plays matches between players of several strengths (``levels``), notes what is asked about (``notes``),
and estimates figures with their intervals. All figures are of these players, not of people.
"""

MINUTES, MOST_MINUTES = 5.0, 11.0
"""Of one processor, for a form, where nothing else is said: at least the former; up to the latter as long as intervals
of the wins of ``greedy`` players are wider than they should be."""
