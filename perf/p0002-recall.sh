#!/bin/sh
# Questions, with nothing kept and with everything kept.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

long="how do we keep the cache of the index fresh when a branch with new decisions is merged and the storage of records changes for the test"
for records in $PERF_RECORDS; do
	made "$records" 100
	ask --before 'rm -rf .git/memory' "recall at HEAD, nothing kept" "git-memory recall --rev HEAD '$words'"
	ask --before 'rm -rf .git/memory' "recall, nothing kept" "git-memory recall '$words'"
	ask "recall at HEAD" "git-memory recall --rev HEAD '$words'"
	ask "recall at HEAD, 25 words" "git-memory recall --rev HEAD '$long'"
	ask --beside "git status -- memory" "recall" "git-memory recall '$words'"
	ask "recall of a file" "git-memory recall --for $file '$words'"
	# Counterparts, where they are installed; 'cargo install --path benches/tantivy' has the second.
	if command -v rg >/dev/null; then
		ask --beside "rg -i -c retry|limit|queue memory" "recall, beside ripgrep" "git-memory recall '$words'"
	fi
	if command -v tantivy-counterpart >/dev/null; then
		each 'tantivy-counterpart index ../tantivy memory/decisions'
		ask --beside "tantivy-counterpart search ../tantivy $words" "recall at HEAD, beside tantivy" "git-memory recall --rev HEAD '$words'"
	fi
	ask --before 'for one in $(git ls-files "memory/*/*.md" | head -n 10); do echo "Round NTH." >>"$one"; done; git commit -q -a -m NTH' \
		"recall at HEAD after a change of ten records" "git-memory recall --rev HEAD '$words'"
done
