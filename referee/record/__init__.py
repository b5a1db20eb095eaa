"""Records of matches: the chance tape, what is written, and its replay through the rules."""
