"""What this process tells about itself at /metrics. Numbers only: no names, codes or addresses."""

from prometheus_client import Counter, Gauge, Histogram

_FINE = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

sockets = Gauge("farkle_sockets", "Open web sockets.")
rooms = Gauge("farkle_open_rooms", "Rooms that somebody has open here.")
events = Counter("farkle_events", "Events committed here, moves among them.")
moves = Counter("farkle_moves", "Moves of a game committed here.")
refusals = Counter("farkle_refusals", "Answers that were a no, by their code.", ["code"])
gap_reads = Counter("farkle_gap_reads", "How often missing events were read from the database.")
slow = Counter("farkle_slow_sockets", "How often a socket whose client did not read caught up.")
commits = Histogram("farkle_commit_seconds", "From taking commands to their commit.", buckets=_FINE)
pushes = Histogram(
    "farkle_push_seconds", "From the commit to the sockets of this process.", buckets=_FINE
)
ticker_lag = Gauge("farkle_ticker_lag_seconds", "How late the last deadline was performed.")
