"""The engine: it wires the stages together; this is what users hold in their hands."""
