"""A Hypothesis strategy for damaged data."""

from copy import deepcopy

from hypothesis import strategies as st

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 8),
    st.sampled_from(
        [10**6, -(10**6), 10**30, 1.0, float("nan"), "", "1", "roll", "banked", "over"]
    ),
    st.lists(st.integers(-1, 7), max_size=7),
    st.sampled_from([[], {}, [[]], [None], {"e": "over"}, [500, [1]], [500, [9]]]),
)


def places(data, path=()):
    """Yield the path of every value in `data`."""
    yield path
    inside = data.items() if isinstance(data, dict) else ()
    inside = enumerate(data) if isinstance(data, list) else inside
    for key, value in inside:
        yield from places(value, (*path, key))


@st.composite
def damaged(draw, data):
    """Draw a copy of `data` with one to three values replaced, removed, doubled or added."""
    data = deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        paths = list(places(data))
        path = paths[draw(st.integers(0, len(paths) - 1))]
        if not path:
            continue
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        key = path[-1]
        kind = draw(st.sampled_from(["replace", "replace", "remove", "double", "add"]))
        if kind == "replace":
            inside[key] = deepcopy(draw(JUNK))
        elif kind == "remove":
            del inside[key]
        elif kind == "double" and isinstance(inside, list):
            inside.insert(key, deepcopy(inside[key]))
        elif isinstance(inside, list):
            inside.append(deepcopy(draw(JUNK)))
        else:
            inside[draw(st.text(max_size=3))] = deepcopy(draw(JUNK))
    return data
