# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
if command -v git-memory >/dev/null 2>&1; then
	git_memory_refs=$(cat)
	printf '%s\n' "$git_memory_refs" | git-memory hook @HOOK@ "$@" || exit $?
	exec <<GIT_MEMORY_REFS
$git_memory_refs
GIT_MEMORY_REFS
else
	echo "git-memory is not on PATH, so this push is not checked for secrets in memory/" >&2
fi
# <<< git-memory <<<
