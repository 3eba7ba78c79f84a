"""Every sentence that the desk says, made in one place out of data."""
