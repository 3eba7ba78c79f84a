"""What the program answers to other programs: a type for each answer, made from an outcome of the desk."""
