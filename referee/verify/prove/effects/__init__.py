"""The obligations of single effects, from any table: rules run over rows of unknown cards."""
