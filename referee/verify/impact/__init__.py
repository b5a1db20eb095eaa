"""What a difference in the rules makes: of a reading, of a version."""
