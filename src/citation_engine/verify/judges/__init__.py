"""Judges: who says whether words carry a claim."""
