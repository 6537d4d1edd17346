"""Markers: the signs in a draft that point to sources, one file for each dialect."""
