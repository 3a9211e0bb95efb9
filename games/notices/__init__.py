"""Notices outside the page: on the devices of people who have asked for them."""
