"""What is kept in the cache folder, and can be deleted at any time."""
