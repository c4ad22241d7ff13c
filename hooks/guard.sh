# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
if command -v git-memory >/dev/null 2>&1; then
	git-memory hook @HOOK@ "$@" </dev/null || exit $?
elif ! git diff --cached --quiet -- ':(top)memory' 2>/dev/null; then
	echo "git-memory is not on PATH, so memory/ is not checked: install it, or commit with --no-verify" >&2
	exit 1
fi
# <<< git-memory <<<
