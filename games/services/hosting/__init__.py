"""Who is the host of a room, and whom the host lets in."""
