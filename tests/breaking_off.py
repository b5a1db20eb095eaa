"""Work that breaks off, in a module that worker processes load quickly."""

import os
import signal


def for_one(number):
    if number == 3:
        raise AssertionError("planted")
    if number == 4:
        os._exit(7)
    if number == 5:
        raise KeyboardInterrupt
    return number


def dies(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
