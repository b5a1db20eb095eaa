"""What PROVED and EXHAUSTED say is attacked in Python before it is said."""
