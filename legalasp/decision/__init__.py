"""The written decision: one stream of content, four formats."""
