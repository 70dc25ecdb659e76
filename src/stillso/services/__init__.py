"""Services: load what is seen, call a verb, commit, answer. One module a subject; none knows a surface or an engine."""
