"""Small experiments that showed the kernel's shape to be right before games were built on it."""
