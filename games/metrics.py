"""The metrics of this process at /metrics: only numbers, no names, codes or addresses."""

from prometheus_client import Counter, Gauge, Histogram

_FINE = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

sockets = Gauge("farkle_sockets", "Open web sockets.")
rooms = Gauge("farkle_open_rooms", "Rooms with an open socket in this process.")
events = Counter("farkle_events", "Events committed by this process, moves included.")
moves = Counter("farkle_moves", "Moves committed by this process.")
refusals = Counter("farkle_refusals", "Refusals, by code.", ["code"])
weaker = Counter(
    "farkle_weaker_decisions", "Decisions that an easy level made for a computer player."
)
faults = Counter(
    "farkle_faults", "Failures of a decision, a hint, chances or an analysis, by work.", ["work"]
)
gap_reads = Counter("farkle_gap_reads", "Reads of missing events from the database.")
slow = Counter("farkle_slow_sockets", "Times a socket caught up after its client had not read.")
dropped = Counter(
    "farkle_dropped_connections", "Connections that were cut off, by reason.", ["why"]
)
refused_origins = Counter(
    "farkle_refused_origins", "Sockets refused because a page of another site opened them."
)
refused_notices = Counter(
    "farkle_refused_notices", "Notices that a push service refused because of this site."
)
commits = Histogram(
    "farkle_commit_seconds", "Seconds from taking a batch of commands to its commit.", buckets=_FINE
)
pushes = Histogram(
    "farkle_push_seconds", "Seconds from a commit to this process's sockets.", buckets=_FINE
)
ticker_lag = Gauge("farkle_ticker_lag_seconds", "How late the last due command was performed.")
