"""The pieces of the page that shows a checked report, to be shared by every such page."""
