"""What single effects owe, from any table: rules run over rows of unknown cards."""
