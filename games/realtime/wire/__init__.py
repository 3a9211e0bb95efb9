"""The seam between daphne and the sockets of rooms: connections, and the frames on them."""
