"""Pages, opened in headless Chromium."""
