"""Several server processes on one database, one of which is killed: nothing lost or sent twice."""

from pathlib import Path

from tests.support import services, stored
from tests.support.outside.chat_service import chat_service
from tests.support.outside.push_service import push_service

SETUP = """
from games.models import Webhook
from games.notices import devices, webhooks
from games.notices.preferences import Preferences, store
from tests.support.rooms import Place
place = Place(2)
for person, keys in zip(place.people, {keys}):
    store(person, Preferences(pause=14400))
    devices.add(person, devices.Subscription(**keys))
by = webhooks.Setter(1, "https://farkle.example")
webhooks.replace(place.room, "{address}", Webhook.Format.SLACK, by)
place.start()
"""
WAITING = "SELECT count(*) FROM games_notice WHERE state = 'waiting'"
DUE_NOW = """
from games import clock
from games.models import Notice
claimed = Notice.objects.get(webhook=None)
Notice.objects.update(due=clock.now())
claimed.pk, claimed.key, claimed.state = None, "claimed by a dead process", "claimed"
claimed.save()
"""


def test_one_is_killed_between_queueing_and_sending(sqlite_template: Path, tmp_path: Path) -> None:
    url = services.copy_sqlite(sqlite_template, tmp_path / "farkle.sqlite3")
    with push_service() as service, chat_service() as chat, services.servers(tmp_path) as start:
        environ = {"DATABASE_URL": url, "FARKLE_INSECURE_HOSTS": f"{service.name},{chat.name}"}
        browsers = [service.browser(), service.browser()]
        plain = {**services.plain_environ(tmp_path), **environ}
        keys = [one.keys for one in browsers]
        done = services.manage(
            plain, "shell", "-c", SETUP.format(keys=keys, address=chat.address())
        )
        assert done.returncode == 0, done.stderr
        first = start(**environ)
        services.wait_until(lambda: stored.rows(url, WAITING) == [(2,)], what="planning")
        first.kill()
        assert not service.got
        assert not chat.got
        done = services.manage(plain, "shell", "-c", DUE_NOW)
        assert done.returncode == 0, done.stderr
        others = [start(**environ) for _ in range(2)]
        service.wait_for(1)
        chat.wait_for(1)
        services.wait_until(
            lambda: (
                stored.rows(url, "SELECT DISTINCT state FROM games_notice ORDER BY 1")
                == [("claimed",), ("done",)]
            ),
            what="marking",
        )
        for one in others:
            one.terminate()  # what they still had to send, they would send now
    [told] = chat.got
    assert " has been at turn for a day in " in told["text"]
    assert [sum(len(service.texts(one)) for one in browsers)] == [1] == [len(service.got)]
