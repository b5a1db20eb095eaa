"""Playing rules in order to examine them: matches under watch, and shortening what was met."""
