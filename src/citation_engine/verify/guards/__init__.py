"""Guards: which words of two texts differ in a way that changes the meaning."""
