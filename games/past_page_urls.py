"""Addresses of what has been played, games, lists and figures, and of the account."""

from django.urls import path

from games import account_views, import_views, past_list_views, past_views

urlpatterns = [
    path("games/", past_list_views.games, name="my_games"),
    path("games/figures/", past_list_views.my_statistics, name="my_statistics"),
    path("figures/", past_list_views.site_statistics, name="site_statistics"),
    path("r/<str:code>/game/<int:number>/", past_views.game, name="game"),
    path("r/<str:code>/game/<int:number>/<int:scene>/", past_views.game, name="game_step"),
    path("r/<str:code>/game/<int:number>/dice/", past_views.dice, name="game_dice"),
    path("games/bring/", import_views.bring_in, name="bring_in"),
    path("imported/<str:key>/", past_views.imported, name="imported"),
    path("imported/<str:key>/<int:scene>/", past_views.imported, name="imported_step"),
    path("imported/<str:key>/dice/", past_views.imported_dice, name="imported_dice"),
    path("account/", account_views.account, name="account"),
    path("account/sign-up/", account_views.sign_up, name="sign_up"),
    path("account/log-in/", account_views.log_in, name="log_in"),
    path("account/log-out/", account_views.log_out, name="log_out"),
    path("account/claim/", account_views.claim, name="claim"),
    path("account/password/", account_views.change_password, name="change_password"),
    path("account/delete/", account_views.delete, name="delete_account"),
]
