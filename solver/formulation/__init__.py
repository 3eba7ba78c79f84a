"""A round as columns and rows: pairs, odd sets, prices, tiers."""
