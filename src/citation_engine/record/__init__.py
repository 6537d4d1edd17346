"""The tamper-evident record: an append-only Merkle log, its signed checkpoints and its proofs."""
