"""Proofs in exact integers: dual bounds, optimal faces, certificates and their verifier.

In: the floating-point duals of a tier's relaxation. Out: a `DualBound` with the pairs that reduced-cost fixing leaves
open, the optimal face for the next tier, and the arrays that `verify_certificate.py` checks on its own.
"""
