"""Every test of the write path starts like a new process: nothing cached, nobody present."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from asgiref.sync import SyncToAsync
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import override_settings

from games import clock
from tests.support import processes
from tests.support.outside.smtp import MailServer, mail_server
from tests.support.protocol import fold
from tests.support.rooms import forget_tables

Clock = Callable[[float], datetime]


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    """Django empties the database after each test that commits. It would make all content types and
    permissions anew each time, and PostgreSQL a file for each table: most of the time of such a
    test. So those rows stay, and the others are deleted."""
    stay = {model._meta.db_table for model in (ContentType, Permission)}

    def delete(_style: object, connection: BaseDatabaseWrapper, **_: object) -> list[str]:
        tables = connection.introspection.django_table_names(only_existing=True)
        return [f'DELETE FROM "{table}"' for table in tables if table not in stay]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", delete)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield


@pytest.fixture(autouse=True)
def _new_process() -> Iterator[None]:
    forget_tables()
    cache.clear()
    yield
    forget_tables()


@pytest.fixture(autouse=True, scope="module")
def _the_page_folds_alike(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the tests of a file have folded, the page's scripts fold to the same: Node is
    started once for all of them. Skipped where the same tests run once more on PostgreSQL."""
    yield
    again = request.config.pluginmanager.has_plugin("tests.support.on_postgres")
    if not again:
        fold.check_the_page()


@pytest.fixture
def _threads() -> Iterator[None]:
    """For tests that go through the server's own threads, or through the one in which views run
    that are asked for by an event loop: their connections end with the test."""
    yield
    processes.close_threads()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and goes on by so many seconds: `moved(30)` is the time then."""
    times = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: times[0])

    def go_on(seconds: float) -> datetime:
        times[0] += timedelta(seconds=seconds)
        return times[0]

    return go_on


@pytest.fixture(scope="module")
def _smtp() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def smtp(_smtp: MailServer) -> Iterator[MailServer]:
    """An empty mail server, to which this process sends."""
    _smtp.emails.clear()
    _smtp.refuses = False
    with override_settings(**_smtp.settings):
        yield _smtp
