"""Variants of the site's server, for tests of what may go wrong."""
