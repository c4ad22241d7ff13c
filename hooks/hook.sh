# >>> git-memory >>>
# Put in by `git memory hooks install`; `git memory hooks uninstall` takes it out.
git_memory_hook=@HOOK@
if command -v git-memory >/dev/null 2>&1; then
	case $git_memory_hook:${1-} in
	pre-commit:* | pre-merge-commit:*)
		git-memory hook "$git_memory_hook" "$@" </dev/null || exit $?
		;;
	prepare-commit-msg:*)
		# A rebase reuses messages, and a program for each commit would take longer than git.
		git_memory_rebase=${1%/*}/rebase
		case ${2-} in
		'' | template | message)
			test -d "$git_memory_rebase-merge" || test -d "$git_memory_rebase-apply" ||
				git-memory hook "$git_memory_hook" "$@" </dev/null || :
			;;
		esac
		;;
	post-checkout:* | post-merge:* | pre-rebase:*)
		git-memory hook "$git_memory_hook" "$@" </dev/null || :
		;;
	pre-push:* | post-rewrite:* | reference-transaction:prepared)
		git_memory_input=$(cat)
		case $git_memory_hook:$git_memory_input in
		post-rewrite:*)
			printf '%s\n' "$git_memory_input" | git-memory hook "$git_memory_hook" "$@" || :
			;;
		pre-push:* | *' refs/heads/'* | *' refs/memory/'* | *' refs/notes/memory'*)
			printf '%s\n' "$git_memory_input" | git-memory hook "$git_memory_hook" "$@" || exit $?
			;;
		esac
		# What follows in this file reads the same input.
		exec <<GIT_MEMORY_INPUT
$git_memory_input
GIT_MEMORY_INPUT
		;;
	esac
else
	case $git_memory_hook in
	pre-commit | pre-merge-commit)
		# The line of .gitattributes that names the folder of memory, if it is another one.
		git_memory_folder=$(
			{ grep -s "^/.* git-memory" .gitattributes || echo "/memory/**"; } | cut -d"*" -f1
		)
		if ! git diff --cached --quiet -- ":$git_memory_folder" 2>/dev/null; then
			echo "git-memory is not on PATH, so ${git_memory_folder#/} is not checked:" \
				"install it, or commit with --no-verify" >&2
			exit 1
		fi
		;;
	pre-push)
		echo "git-memory is not on PATH, so this push is not checked for secrets in memory" >&2
		;;
	esac
fi
# <<< git-memory <<<
