"""Other programs and hosts that the site talks to, or that its clients come through."""
