"""Notices outside the page: push notices, emails and messages in chats."""
