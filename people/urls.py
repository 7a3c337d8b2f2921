"""URLs of your own account, and those of the API for `/api/v1/`."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from people import api, views

app_name = "people"
urlpatterns = [
    path("log-in/", views.LogIn.as_view(), name="login"),
    path("log-out/", LogoutView.as_view(), name="logout"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-up/sent/", views.sign_up_sent, name="sign-up-sent"),
    path("sign-up/<str:link>/", views.sign_up_finish, name="sign-up-finish"),
    path("link/<str:secret>/", views.account_link, name="account-link"),
    path("password/reset/", views.password_reset, name="password-reset"),
    path("password/reset/sent/", views.password_reset_sent, name="password-reset-sent"),
    path(
        "password/reset/<str:uidb64>/<str:token>/",
        views.PasswordResetFinish.as_view(),
        name="password-reset-finish",
    ),
    path("profile/", views.profile, name="profile"),
    path("profile/password/", views.password_change, name="password-change"),
    path("profile/email/", views.email_change, name="email-change"),
    path("profile/email/sent/", views.email_change_sent, name="email-change-sent"),
    path(
        "profile/email/<str:link>/",
        views.email_change_finish,
        name="email-change-finish",
    ),
    path("profile/tokens/", views.tokens, name="tokens"),
    path(
        "profile/tokens/<int:token_id>/revoke/",
        views.token_revoke,
        name="token-revoke",
    ),
    path("profile/data/", views.own_data, name="own-data"),
    path("profile/export/", views.export, name="export"),
    path("profile/delete/", views.delete, name="delete"),
]

api_urlpatterns = [path("me/", api.MeView.as_view(), name="me")]
