"""Single effects from any table, followed on the Program."""
