"""Addresses of what has been played, games, lists and figures, and of the account."""

from django.urls import path

from games.views import accounts, history, imports, replay

urlpatterns = [
    path("games/", history.games, name="my_games"),
    path("games/figures/", history.my_statistics, name="my_statistics"),
    path("figures/", history.site_statistics, name="site_statistics"),
    path("r/<str:code>/game/<int:number>/", replay.game, name="game"),
    path("r/<str:code>/game/<int:number>/<int:scene>/", replay.game, name="game_step"),
    path("r/<str:code>/game/<int:number>/dice/", replay.dice, name="game_dice"),
    path("games/bring/", imports.bring_in, name="bring_in"),
    path("imported/<str:key>/", replay.imported, name="imported"),
    path("imported/<str:key>/<int:scene>/", replay.imported, name="imported_step"),
    path("imported/<str:key>/dice/", replay.imported_dice, name="imported_dice"),
    path("account/", accounts.account, name="account"),
    path("account/sign-up/", accounts.sign_up, name="sign_up"),
    path("account/log-in/", accounts.log_in, name="log_in"),
    path("account/log-out/", accounts.log_out, name="log_out"),
    path("account/claim/", accounts.claim, name="claim"),
    path("account/password/", accounts.change_password, name="change_password"),
    path("account/delete/", accounts.delete, name="delete_account"),
]
