# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
if command -v git-memory >/dev/null 2>&1; then
	git-memory hook @HOOK@ "$@" </dev/null || :
fi
# <<< git-memory <<<
