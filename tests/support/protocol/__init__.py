"""The protocol of docs/protocol.md, written a second time for tests."""
