"""Other systems' shapes of sources: rows, pools, research results, and the way in and out."""
