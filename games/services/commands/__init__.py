"""The handlers of commands, in a module for each subject."""
