"""The protocol of docs/develop/protocol.md, written a second time for tests."""
