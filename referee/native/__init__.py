"""Rules played natively: a Program is written as C++, compiled once for each form, and called without Python."""
