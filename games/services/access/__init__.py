"""Ways into an account besides its password."""
