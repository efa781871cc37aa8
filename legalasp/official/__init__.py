"""The official text beside its rendering: passages, the ties to citations, coverage and drift.

The text itself stays in the user's own file; what is kept of it here are fingerprints."""
