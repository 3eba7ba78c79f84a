"""What is said of findings: the data that model and solver hand out, as sentences; made here and nowhere else."""
