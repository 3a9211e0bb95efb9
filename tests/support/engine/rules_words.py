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
    found = {section.key: section for section in sections(rules, **options)}
    wanted = [found[key] for key in keys or found if key in found]
    return "\n".join(str(line) for section in wanted for line in section.sentences)
