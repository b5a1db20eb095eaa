"""Independent counts that test the tools: written without looking at how the package does it."""
