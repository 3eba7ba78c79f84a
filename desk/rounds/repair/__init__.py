"""The last round after a late change: as many boards as possible stay."""
