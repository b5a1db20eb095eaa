"""What every game must do, as functions that any game can be put through. They raise AssertionError.

``tests/test_conformance.py`` puts every registered game through them, ``tests/test_conformance_catches.py``
games that each break one promise.
"""
