"""Link: what a draft says, and which sources its markers mean."""
