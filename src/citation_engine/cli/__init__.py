"""The command `cite`: the engine for people and scripts, at a terminal."""
