"""Numbers in sentences of the engine, written the way the reader's language does."""

from collections.abc import Mapping

from django.utils.formats import number_format


class Figure(int):
    """A number whose `{:,}` has the thousands of the language in force."""

    def __format__(self, spec: str) -> str:
        if spec == ",":
            return number_format(int(self), use_l10n=True, force_grouping=True)
        return int.__format__(self, spec)


def figures(params: Mapping[str, object]) -> dict[str, object]:
    """The parameters of a sentence with its numbers as figures."""
    return {name: Figure(one) if type(one) is int else one for name, one in params.items()}
