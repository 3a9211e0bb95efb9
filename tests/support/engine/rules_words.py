"""The sentences of a rule set, by section."""

from farkle.text.rules_text import sections


def texts(rules, key, **options):
    """The sentences of one section."""
    return [
        str(one)
        for section in sections(rules, **options)
        if section.key == key
        for one in section.sentences
    ]


def text(rules, *keys, **options):
    """All that is said, or what is said in some sections, as one text."""
    wanted = keys or [section.key for section in sections(rules, **options)]
    return "\n".join(one for key in wanted for one in texts(rules, key, **options))
