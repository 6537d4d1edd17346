"""What a file says and where: one reader for each format, below every stage."""
