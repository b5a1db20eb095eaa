"""Every table of a scaled game, and what follows from having seen them all."""
