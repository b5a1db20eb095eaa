"""Playing rules in order to examine them: matches under watch, and shortening what was met.

Decides what breaks: obligations, missing cases, properties. It assumes nothing: what it shows has happened.
"""
