"""The Django project: settings, URLs, and how the site starts."""
