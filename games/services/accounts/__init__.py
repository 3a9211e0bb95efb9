"""Accounts and persons: ways in, email, contacts, and what an operator does about abuse."""
