"""What each command does, in a module for each subject."""
