"""Rendering: what the engine knows, in the forms people use."""
