#!/usr/bin/env bash
# Runs 'git memory pr' on the pull request of a job, and keeps one comment up to date. Everything comes in by the environment:
# BASE, HEAD and NUMBER of the pull request, FAIL_ON, COMMENT, PATHS and TOKEN.
set -euo pipefail

# Begins the one comment that is ours; people do not see it.
mark='<!-- git-memory -->'
text=${RUNNER_TEMP:?}/git-memory-comment.md

fail() {
    echo "::error::$1" >&2
    exit 1
}

case ${FAIL_ON:=error} in
    error | never | broken) ;;
    conflict) export GIT_MEMORY_PR_CONFLICT=blocking ;;
    *) fail "'fail-on' is not one of: error, conflict, broken, never" ;;
esac

[[ -n ${BASE:-} && -n ${HEAD:-} ]] || fail "this event is not about a pull request"
paths=()
while IFS= read -r path; do
    [[ -z $path ]] || paths+=("$path")
done <<< "${PATHS:-}"
arguments=("$BASE..$HEAD")
[[ ${#paths[@]} -eq 0 ]] || arguments+=(-- "${paths[@]}")

if [[ $FAIL_ON == broken ]]; then
    # What would block, and is none of these, is told only. What the team's table has off stays off.
    kinds=$(git-memory pr --format json "${arguments[@]}" 2> /dev/null |
        jq -r '.findings[] | select(.level == "blocking") | .kind | ascii_upcase' | sort -u) || true
    for kind in $kinds; do
        [[ $kind =~ ^(SECRET|BROKEN|CHECK)$ ]] || export "GIT_MEMORY_PR_$kind=advisory"
    done
fi

status=0
git-memory pr --format markdown "${arguments[@]}" > "$text" || status=$?
[[ $status -le 1 ]] ||
    fail "git memory pr cannot judge this pull request; is 'fetch-depth: 0' set in the checkout?"
# The lines that begin with '::' stand beside the code.
git-memory pr --format github "${arguments[@]}" || true
cat "$text" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
{
    echo "passes=$([[ $status -eq 0 ]] && echo true || echo false)"
    echo "comment=$text"
} >> "${GITHUB_OUTPUT:-/dev/null}"

# Calls the API: a method, an address below the repository's, and the file of a body. Prints the answer.
api() {
    local sent=()
    [[ -z ${3:-} ]] || sent=(--header 'Content-Type: application/json' --data-binary "@$3")
    # The token goes in by standard input: a list of processes shows arguments.
    curl --fail --silent --show-error --request "$1" ${sent[@]+"${sent[@]}"} \
        --header 'Accept: application/vnd.github+json' --config - \
        "${GITHUB_API_URL:?}/repos/${GITHUB_REPOSITORY:?}/issues/$2" \
        <<< "header = \"Authorization: Bearer $TOKEN\""
}

# The id of our comment; empty if there is none.
known() {
    local page=1 answer found
    while [[ $page -le 30 ]]; do
        answer=$(api GET "$NUMBER/comments?per_page=100&page=$page") || return 1
        # Anyone may write the mark: a comment is ours if a bot wrote it, or a person who could push.
        found=$(jq -r --arg mark "$mark" 'map(select((.body | startswith($mark)) and
            (.user.type == "Bot" or (.author_association | IN("OWNER", "MEMBER", "COLLABORATOR")))))
            | .[0].id // empty' <<< "$answer")
        [[ -z $found ]] || break
        [[ $(jq length <<< "$answer") -eq 100 ]] || break
        page=$((page + 1))
    done
    echo "$found"
}

comment() {
    local id body
    body=$text.json
    id=$(known) || return 1
    if [[ -s $text ]]; then
        jq -n --arg mark "$mark" --rawfile text "$text" '{ body: ($mark + "\n" + $text) }' > "$body"
        if [[ -n $id ]]; then
            api PATCH "comments/$id" "$body" > /dev/null
        else
            api POST "$NUMBER/comments" "$body" > /dev/null
        fi
    elif [[ -n $id ]]; then
        api DELETE "comments/$id" > /dev/null
    fi
}

if [[ ${COMMENT:-true} == true && -n ${NUMBER:-} && -n ${TOKEN:-} ]]; then
    # The token of a pull request from a fork may only read: then the summary has the text.
    comment || echo "::notice::git-memory cannot write a comment here; the job's summary has its text"
fi

[[ $FAIL_ON != never ]] || exit 0
exit "$status"
