# >>> git-memory >>>
# Put in by `git memory hooks install` where memory.strict is true; `git memory hooks uninstall` takes it out.
if [ "$1" = prepared ] && command -v git-memory >/dev/null 2>&1; then
	git_memory_refs=$(cat)
	case $git_memory_refs in
	*' refs/heads/'* | *' refs/memory/'* | *' refs/notes/memory'*)
		printf '%s\n' "$git_memory_refs" | git-memory hook @HOOK@ "$@" || exit $?
		;;
	esac
	exec <<GIT_MEMORY_REFS
$git_memory_refs
GIT_MEMORY_REFS
fi
# <<< git-memory <<<
