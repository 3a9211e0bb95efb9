"""The sentences of a rule set, by section."""

from farkle.text.rules_text import sections


def texts(rules, key, **options):
    """Return the sentences of one section."""
    return [
        str(one)
        for section in sections(rules, **options)
        if section.key == key
        for one in section.sentences
    ]


def text(rules, *keys, **options):
    """Return all sentences, or those of some sections, as one text."""
    wanted = keys or [section.key for section in sections(rules, **options)]
    return "\n".join(one for key in wanted for one in texts(rules, key, **options))
