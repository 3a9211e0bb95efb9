"""The database past the ORM: statements of our own, snapshots, and PostgreSQL's connections."""
