"""Five Crowns: eleven rounds of runs and families, with a new wild rank in each."""
