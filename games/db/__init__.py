"""Database access past the ORM: statements of our own, snapshots, PostgreSQL connections."""
