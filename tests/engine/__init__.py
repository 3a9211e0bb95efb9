"""The rules of Farkle: scores, rule sets, games."""
