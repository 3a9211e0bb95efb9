"""Tests of the server: the write path, the protocol, the hub, and real sockets."""
