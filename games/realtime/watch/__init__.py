"""Checks for what no message reports: missed events, blocks, ended sessions, and presence."""
