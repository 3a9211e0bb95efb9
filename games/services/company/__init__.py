"""Contacts: favourites, blocks, and invitations to a new room."""
