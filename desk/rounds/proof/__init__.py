"""What is known of rounds that are drawn: their certificates, and everything checked again."""
