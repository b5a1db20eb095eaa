"""The interview: edges of the rule text that play comes to, as questions to the author of the rules."""
