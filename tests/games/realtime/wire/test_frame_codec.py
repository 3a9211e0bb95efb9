"""The bytes of frames: one small text is decoded, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from games.realtime.wire.frame_codec import decode_frame
from tests.support.protocol.frames import TEXT, framed

masks = st.binary(min_size=4, max_size=4)


@given(st.binary(min_size=1, max_size=1000), masks)
def test_one_small_frame_is_decoded(payload: bytes, mask: bytes) -> None:
    assert decode_frame(framed(payload, mask=mask)) == payload


@given(st.binary(max_size=300), masks, st.data())
def test_nothing_else_is_decoded(payload: bytes, mask: bytes, data: st.DataObject) -> None:
    good = framed(payload, mask=mask)
    cut = data.draw(st.integers(0, len(good) - 1))
    assert decode_frame(good[:cut]) is None
    assert decode_frame(good + data.draw(st.binary(min_size=1, max_size=300))) is None
    assert decode_frame(framed(b"", mask=mask)) is None
    assert decode_frame(framed(payload, mask=mask, final=False)) is None
    assert decode_frame(framed(payload, mask=mask, spare=data.draw(st.integers(1, 7)))) is None
    kind = data.draw(st.sampled_from([kind for kind in range(16) if kind != TEXT]))
    assert decode_frame(framed(payload, mask=mask, kind=kind)) is None
    unmasked = bytes((good[0], good[1] & 0x7F)) + good[2:]
    assert decode_frame(unmasked) is None
    assert decode_frame(framed(payload + b"x" * 1024, mask=mask)) is None
    eight = bytes((good[0], 0xFF)) + (70_000).to_bytes(8, "big") + mask
    assert decode_frame((eight + payload * 130)[:133]) is None
    if len(payload) < 126:  # its length said in the longer form, which is forbidden
        longer = bytes((good[0], 0xFE)) + len(payload).to_bytes(2, "big") + good[2:]
        assert decode_frame(longer) is None
