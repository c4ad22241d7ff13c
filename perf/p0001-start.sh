#!/bin/sh
# The start of the program.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

made 10 10
ask --beside "git version" "start" "git-memory --version"
ask "start by git" "git memory --version"
ask "help" "git-memory -h"
