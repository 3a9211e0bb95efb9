"""Notice what no message reports: missed events, new blocks, ended sessions, and presence."""
