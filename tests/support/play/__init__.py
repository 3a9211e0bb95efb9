"""Games and evenings to test with."""
