"""How numbers are written where Django differs from `Intl` in browsers."""
