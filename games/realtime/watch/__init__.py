"""Notice what no event says: new blocks, ended sessions, missed events, and who is present."""
