# Completion of git-memory for bash. git's own completion finds _git_memory for `git memory`.

# Fills COMPREPLY with what the program says of a command line: the number of the word at the
# cursor, then the words.
__git_memory_reply() {
	local tab=$'\t' line word meaning prefix='' index=$1
	local -a found=() meanings=()
	local typed=${*:$((index + 2)):1}
	shift
	# readline sees only what follows an equals sign.
	[[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && prefix=${typed%"${typed##*=}"}
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ $line == :files ]]; then
			compopt -o default +o nospace 2>/dev/null
			return
		fi
		word=${line%%"$tab"*} meaning=${line#*"$tab"}
		word=${word#"$prefix"}
		[[ $word == *= ]] || word+=' '
		found+=("$word") meanings+=("$meaning")
	done < <(git memory complete --index "$index" -- "$@" 2>/dev/null)
	# A list tells what each word means; a word that is put into the line comes alone.
	if [[ ${#found[@]} -gt 1 && ${COMP_TYPE:-9} != 37 && ${COMP_TYPE:-9} != 42 ]]; then
		local at
		for at in "${!found[@]}"; do
			[[ -n ${meanings[at]} ]] && found[at]+=" (${meanings[at]})"
		done
	fi
	COMPREPLY=("${found[@]}")
}

# For `git memory`, called by git's completion with its own variables.
_git_memory() {
	local at=${__git_cmd_idx:-1}
	# shellcheck disable=SC2154 # git's completion sets words and cword
	__git_memory_reply $((cword - at)) git-memory "${words[@]:at+1}"
}

# For `git-memory` itself.
__git_memory_alone() {
	local -a words=("${COMP_WORDS[@]}")
	local cword=$COMP_CWORD __git_cmd_idx=0
	if declare -F _get_comp_words_by_ref >/dev/null; then
		_get_comp_words_by_ref -n =: -w words -i cword
	fi
	_git_memory
}
complete -o bashdefault -o nospace -F __git_memory_alone git-memory
