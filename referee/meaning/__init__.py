"""What the rules of a game mean: one typed program for each form of a game, made of the same Python that is played."""
