"""How numbers and dates are written where Django differs from `Intl` in browsers."""
