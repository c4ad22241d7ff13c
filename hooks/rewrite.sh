# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
if command -v git-memory >/dev/null 2>&1; then
	git_memory_commits=$(cat)
	printf '%s\n' "$git_memory_commits" | git-memory hook @HOOK@ "$@" || :
	exec <<GIT_MEMORY_COMMITS
$git_memory_commits
GIT_MEMORY_COMMITS
fi
# <<< git-memory <<<
