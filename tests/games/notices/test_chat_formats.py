"""The message bodies that chats accept."""

import json

import pytest

from games.models import Webhook
from games.notices.messages import Message, body_of, format_for
from games.notices.targets import target_of

TEXT = "Mara & Ines <3\nhttps://farkle.example/"
TOLD = Message("game_over", TEXT, "https://farkle.example/", "A & B", 3, "over", [{"name": "@a"}])
DISCORD, SLACK, MATRIX, JSON = Webhook.Format


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        (DISCORD, {"content": TEXT, "allowed_mentions": {"parse": []}}),
        (SLACK, {"text": "Mara &amp; Ines &lt;3\nhttps://farkle.example/"}),
        (MATRIX, {"text": TEXT, "username": "Farkle"}),
        (
            JSON,
            {
                "event": "game_over",
                "status": "over",
                "room": "A & B",
                "game": 3,
                "url": "https://farkle.example/",
                "players": [{"name": "@a"}],
                "text": TEXT,
            },
        ),
    ],
)
def test_each_chat_gets_its_own_body(chosen: Webhook.Format, fields: dict[str, object]) -> None:
    assert json.loads(body_of(chosen, TOLD)) == fields


@pytest.mark.parametrize(
    ("address", "chosen", "taken"),
    [
        ("https://discord.com/api/webhooks/1/x", SLACK, DISCORD),
        ("https://discordapp.com/api/webhooks/1/x?thread_id=1", JSON, DISCORD),
        ("https://discord.com/api/webhooks/1/x/slack", DISCORD, SLACK),
        ("https://hooks.slack.com/services/T/B/x", DISCORD, SLACK),
        ("https://chat.example/hooks/x", SLACK, SLACK),
        ("https://notdiscord.com/hooks/slack", MATRIX, MATRIX),
    ],
)
def test_known_chats_get_what_they_take(
    address: str, chosen: Webhook.Format, taken: Webhook.Format
) -> None:
    assert format_for(target_of(address), chosen) == taken
