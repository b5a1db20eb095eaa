"""The impact of a difference in the rules: of a reading, of a setting, of a version.

Two forms of a game are played side by side, with the same deal and answers. What is not met in play may be proved,
or exhausted at a scale, never to matter.
"""
