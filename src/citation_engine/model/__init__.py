"""The nouns: frozen values that cross every edge of the engine."""
