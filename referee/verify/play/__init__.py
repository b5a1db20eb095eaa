"""How rules are played to look at them: matches under watch, and making what was met small."""
