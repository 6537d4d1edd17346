"""Extractors: what tools give back, turned into sources."""
