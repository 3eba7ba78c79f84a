"""What happens to a round: drawn, published, results, boards, repaired, its proof."""
