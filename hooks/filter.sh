# git runs this for files below memory/ (filter.git-memory.process), so that nothing secret becomes
# an object.
if command -v git-memory >/dev/null 2>&1; then
	exec git-memory filter
fi
# The program is missing: every file passes as it is, in git's filter protocol (gitattributes(5)).
line() { printf '%04x%s\n' $((${#1} + 5)) "$1"; }
flush() { printf 0000; }
# Reads a packet's length; fails where git has closed its end. A flush has the size 0.
packet() { length=$(dd bs=1 count=4 2>/dev/null) && [ ${#length} -eq 4 ] && size=$((0x$length)); }
rest() { dd bs=1 count=$((size - 4)) 2>/dev/null; }
list() { while packet && [ "$size" -gt 0 ]; do rest >/dev/null; done; }
body=$(mktemp) || exit 1
trap 'rm -f "$body"' EXIT
list
line git-filter-server && line version=2 && flush
list
line capability=clean && line capability=smudge && flush
while packet; do
	rest >/dev/null
	list
	: >"$body"
	while packet && [ "$size" -gt 0 ]; do
		printf %s "$length" && rest
	done >>"$body"
	line status=success && flush && cat "$body" && flush && flush
done
