"""Work that other processes do for a server process, and who comes first."""
