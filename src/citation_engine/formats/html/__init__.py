"""What an HTML page says and where."""
