#!/bin/sh
# A build of the revision: clean, and after an edit. It needs revisions: neither '.' nor programs.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

for one in "$PERF_WORK"/[0-9]*; do
	git -C "$PERF_TOP" rev-parse --quiet --verify "$(cat "$one/label")^{commit}" >"$one/id" ||
		{ echo "$PERF_SCRIPT: skipped, as not all programs are revisions" && exit; }
done
made 10 10
each 'git clone -q --shared "$PERF_TOP" ../source && git -C ../source checkout -q "$(cat ../../id)"'
cargo="env HOME=$PERF_HOME cargo --color never"
ask --rounds 1 "clean build" "$cargo build --quiet --locked --profile $PERF_PROFILE --bin git-memory --manifest-path ../source/Cargo.toml"
for crate in cli app text; do
	ask --before "touch ../source/crates/$crate/src/lib.rs" "check after an edit of $crate" \
		"$cargo check --quiet --locked --bin git-memory --manifest-path ../source/Cargo.toml"
done
each 'printf "the size of the program: %s bytes\n" "$(wc -c <../../bin/git-memory)"'
