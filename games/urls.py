"""The URLs of the game's pages."""

from collections.abc import Callable
from datetime import date
from typing import Final

from django.http import HttpResponseBase
from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter, StringConverter

from farkle import PRESETS
from games.people.names import CODE_LENGTH
from games.views import (
    about,
    accounts,
    challenges,
    classroom,
    company,
    deals,
    exports,
    history,
    home,
    language,
    mail,
    notices,
    previews,
    replay,
    rooms,
    rules,
    standings,
)


class RoomCodeConverter(StringConverter):
    """A room code in any case; views get it in capitals."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value.upper()


class GameNumberConverter(IntConverter):
    regex = "[0-9]{1,9}"


class DayConverter:
    """A day such as 2026-11-26."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
register_converter(RoomCodeConverter, "room")
register_converter(GameNumberConverter, "game")

_RULE_SET = rf"^rules/(?P<text>{'|'.join(PRESETS)}|[0-9]+\.[A-Za-z0-9_.-]+)"

_PAST_GAME: Final[tuple[tuple[str, Callable[..., HttpResponseBase], dict[str, str], str], ...]] = (
    ("", replay.game, {}, ""),
    ("<int:scene>/", replay.game, {}, "_step"),
    ("dice/", replay.dice, {}, "_dice"),
    ("game.json", replay.file, {"kind": "json"}, "_json"),
    ("game.csv", replay.file, {"kind": "csv"}, "_csv"),
    ("game.txt", replay.file, {"kind": "txt"}, "_text"),
    ("luck.json", replay.luck, {}, "_luck"),
    ("preview.png", previews.game, {}, "_preview"),
)
"""Pages of a past game, played here or imported: path, view, fixed arguments, name suffix."""

urlpatterns = [
    path("", home.home, name="home"),
    path("rooms/", home.open_room, name="open_room"),
    path("practice/", home.practice, name="practice"),
    path("practice/give-up/", home.give_up, name="give_up"),
    path("find/", home.find_room, name="find_room"),
    path("manifest.webmanifest", home.manifest, name="manifest"),
    path("worker.js", home.worker, name="worker"),
    path("offline/", home.offline, name="offline"),
    # Deals
    path("daily/", deals.daily, name="daily"),
    path("daily/<day:day>/", deals.daily, name="daily_of"),
    path("challenge/", challenges.challenge, name="challenge"),
    path("deals/<str:key>/", deals.deal, name="deal"),
    path("deals/<str:key>/play/", deals.play, name="play_deal"),
    path("deals/<str:key>/close/", challenges.close, name="close_deal"),
    path("deals/<str:key>/board/", deals.on_boards, name="on_boards"),
    path("deals/<str:key>/with/<game:number>/", deals.compare, name="compare_tries"),
    path("deals/<str:key>/class/", classroom.classroom, name="classroom"),
    path("deals/<str:key>/class/end/", classroom.end, name="end_for_all"),
    path("deals/<str:key>/class/ask/", classroom.ask, name="ask"),
    path("deals/<str:key>/tries.csv", classroom.tries_file, name="tries_csv"),
    path("deals/<str:key>/qr.svg", classroom.qr_code, name="deal_qr"),
    path("deals/<str:key>/vote/", classroom.vote, name="vote"),
    # The site
    path("about/", about.about, name="about"),
    path("privacy/", about.privacy, name="privacy"),
    path("version", about.version, name="version"),
    path("language/", language.language, name="language"),
    path("texts/<str:language>.js", language.Catalogue.as_view(), name="catalogue"),
    # Rule sets
    path("rules/", rules.all_rules, name="rules"),
    path("rules/mine/", rules.my_rules, name="my_rules"),
    path("rules/mine/<int:number>/name/", rules.rename_rules, name="rename_rules"),
    path("rules/mine/<int:number>/delete/", rules.delete_rules, name="delete_rules"),
    path("rules/mine/<int:number>/rules.json", rules.saved_file, name="saved_file"),
    path("rules/read/", rules.read_rules, name="read_rules"),
    path("rules/fields/", rules.rule_fields, name="rule_fields"),
    re_path(_RULE_SET + "/$", rules.rule_set, name="rule_set"),
    re_path(_RULE_SET + "/card/$", rules.rule_card, name="rule_card"),
    re_path(_RULE_SET + r"/rules\.json$", rules.rule_file, name="rule_file"),
    re_path(_RULE_SET + r"/roll\.json$", rules.roll, name="rule_roll"),
    # Rooms
    path("r/<room:code>/", rooms.room_page, name="room"),
    path("room/dialogs/", rooms.dialogs, name="room_dialogs"),
    path("r/<room:code>/sit/", rooms.sit, name="sit"),
    path("r/<room:code>/race/", rooms.race, name="race"),
    path("r/<room:code>/class/", classroom.of_room, name="class_of_room"),
    path("r/<room:code>/knock/", rooms.knock, name="knock"),
    path("r/<room:code>/screen/", rooms.screen, name="room_screen"),
    path("r/<room:code>/rules/", rooms.rules, name="room_rules"),
    path("r/<room:code>/rules/card/", rooms.rules_card, name="room_rules_card"),
    path("r/<room:code>/result/<game:number>/", replay.result, name="room_result"),
    path("r/<room:code>/standings/", standings.standings, name="standings"),
    path("r/<room:code>/standings/chat/", standings.webhook, name="webhook"),
    path("r/<room:code>/preview.png", previews.room, name="room_preview"),
    path("r/<room:code>/qr.svg", rooms.qr_code, name="room_qr"),
    path("r/<room:code>/device/", rooms.seat_code, name="seat_code"),
    path("seat/", rooms.seat, name="seat"),
    # Past games
    *(
        path(f"{start}{end}", view, fixed, name=f"{kind}{suffix}")
        for start, kind in (
            ("r/<room:code>/game/<game:number>/", "game"),
            ("imported/<str:key>/", "imported"),
        )
        for end, view, fixed, suffix in _PAST_GAME
    ),
    # A person's games and statistics
    path("games/", history.my_games, name="my_games"),
    path("games/figures/", history.my_statistics, name="my_statistics"),
    path("games/waiting/", home.waiting_games, name="waiting_games"),
    path("people/", company.people, name="people"),
    path("games/bring/", history.import_game, name="bring_in"),
    path("games/mine.json", exports.my_games_file, name="my_games_file"),
    path("figures/", history.site_statistics, name="site_statistics"),
    # Notices outside the page
    path("notices/", notices.notices, name="notices"),
    path("notices/on/", notices.turn_on, name="notices_on"),
    path("notices/off/", notices.turn_off, name="notices_off"),
    # Accounts
    path("account/", accounts.account, name="account"),
    path("account/sign-up/", accounts.sign_up, name="sign_up"),
    path("account/log-in/", accounts.log_in, name="log_in"),
    path("account/log-out/", accounts.log_out, name="log_out"),
    path("account/claim/", accounts.claim, name="claim"),
    path("account/password/", accounts.change_password, name="change_password"),
    path("account/forgot/", accounts.forgot, name="forgot"),
    path("account/codes/", accounts.new_codes, name="recovery_codes"),
    path("account/passkeys/", accounts.add_passkey, name="add_passkey"),
    path("account/passkeys/begin/", accounts.begin_passkey, name="begin_passkey"),
    path("account/passkeys/log-in/", accounts.log_in_by_passkey, name="passkey_log_in"),
    path("account/passkeys/log-in/begin/", accounts.begin_log_in, name="begin_passkey_log_in"),
    path("account/passkeys/<int:number>/name/", accounts.rename_passkey, name="rename_passkey"),
    path("account/passkeys/<int:number>/remove/", accounts.remove_passkey, name="remove_passkey"),
    path("account/mail/", mail.set_address, name="set_mail"),
    path("account/mail/digest/", mail.choose_digest, name="choose_digest"),
    path("account/mail/reset/", mail.ask_reset, name="ask_reset"),
    path("account/reset/<str:uidb64>/<str:token>/", mail.reset, name="reset"),
    path("mail/confirm/<str:token>/", mail.confirm, name="confirm_mail"),
    path("mail/stop/<str:token>/", mail.stop, name="stop_mail"),
    path("account/delete/", accounts.delete, name="delete_account"),
    path("account/data.json", exports.my_data, name="my_data"),
]
