"""What a check found, in every form that people and build servers read."""
