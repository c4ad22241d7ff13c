# git runs this for files of memory (filter.git-memory.process), so that nothing secret becomes
# an object.
if command -v git-memory >/dev/null 2>&1; then
	exec git-memory filter
fi
# The program is missing: every file passes as it is, in git's filter protocol (gitattributes(5)).
# Processes cost the most: the shell itself reads lines, and one dd each part of a packet.
LC_ALL=C
body=$(mktemp) || exit 1
trap 'rm -f "$body"' EXIT
line() { printf '%04x%s\n' $((${#1} + 5)) "$1"; }
flush() { printf 0000; }
# Reads so many times four bytes, as a packet's length has; fails where git has closed its end.
fours() {
	fours=$(dd bs=4 count="$1" 2>/dev/null)
	# A pipe may give less at once.
	lacking=$((4 * $1 - ${#fours}))
	[ "$lacking" -eq 0 ] || fours=$fours$(dd bs=1 count="$lacking" 2>/dev/null)
	[ ${#fours} -eq $((4 * $1)) ]
}
# Reads so many bytes of text; a path may have several lines.
text() {
	left=$1
	while [ "$left" -gt 0 ] && IFS= read -r text; do left=$((left - ${#text} - 1)); done
}
# Appends the packet with this length to the body.
keep() {
	printf %s "$1" >>"$body"
	end=$((end + 0x$1))
	left=$((0x$1 - 4))
	while [ "$left" -gt 0 ]; do
		report=$(dd bs="$left" count=1 2>&1 >>"$body")
		[ "${report%%+*}" = 0 ] || break
		# A pipe gave less, or nothing, as git has closed its end.
		wanted=$left
		left=$((end - $(wc -c <"$body")))
		[ "$left" -lt "$wanted" ] || exit 1
	done
}
list() { while fours 1 && [ "$fours" != 0000 ]; do text $((0x$fours - 4)); done; }
list
line git-filter-server && line version=2 && flush
list
line capability=clean && line capability=smudge && flush
# The first line is the command. Behind the flush after its keys stands the first length of the text.
while IFS= read -r text; do
	while fours 2 && [ "${fours%????}" != 0000 ]; do text $((0x${fours%????} - 8)); done
	: >"$body"
	end=0
	fours=${fours#????}
	while [ "$fours" != 0000 ]; do
		keep "$fours"
		fours 1 || exit 1
	done
	line status=success && flush && cat "$body" && flush && flush
done
