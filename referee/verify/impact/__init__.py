"""The impact of a difference in the rules: of a reading, of a version."""
