"""Answers of providers with citations of their own, read into one shape."""
