"""HTML pages: rules report, tournament report, replay viewer."""
