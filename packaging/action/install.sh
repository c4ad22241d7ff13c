#!/usr/bin/env bash
# Puts git-memory on the PATH of a job: from a release, by its checksum, or built from the action's own commit.
#
#     install.sh choose    says which: outputs 'version', and 'key' for the cache of what is built
#     install.sh install   installs VERSION
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=${RUNNER_TEMP:?}/git-memory

fail() {
    echo "::error::$1" >&2
    exit 1
}

choose() {
    local version=${VERSION:-}
    # A tag of the action is a release of the program; any other commit has none.
    if [[ -z $version && ${ACTION_REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]]; then
        version=${ACTION_REF#v}
    fi
    version=${version#v}
    version=${version:-source}
    [[ $version =~ ^[0-9A-Za-z.+-]+$ ]] || fail "'version' is not a version"
    {
        echo "version=$version"
        echo "key=$(git -C "$here" rev-parse HEAD 2>/dev/null || sum "$here/Cargo.lock")"
    } >> "$GITHUB_OUTPUT"
}

# The SHA-256 of a file.
sum() {
    if command -v sha256sum > /dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

triple() {
    case ${RUNNER_OS:?}-${RUNNER_ARCH:?} in
        # Static: it runs on every distribution.
        Linux-X64) echo x86_64-unknown-linux-musl ;;
        Linux-ARM64) echo aarch64-unknown-linux-musl ;;
        macOS-ARM64) echo aarch64-apple-darwin ;;
        macOS-X64) echo x86_64-apple-darwin ;;
        Windows-X64) echo x86_64-pc-windows-msvc ;;
        *) fail "there is no release for $RUNNER_OS on $RUNNER_ARCH; use 'version: source'" ;;
    esac
}

release() {
    local version=$1 target end=tar.gz name wanted
    target=$(triple)
    [[ $RUNNER_OS != Windows ]] || end=zip
    name=git-memory-$version-$target
    mkdir -p "$folder/release"
    cd "$folder/release"
    for file in "$name.$end" SHA256SUMS; do
        curl --fail --silent --show-error --location --retry 3 --output "$file" \
            "${RELEASES:?}/v$version/$file" || fail "cannot fetch $file of v$version"
    done
    wanted=$(awk -v name="$name.$end" '$2 == name || $2 == "*" name { print $1 }' SHA256SUMS)
    [[ -n $wanted && $(sum "$name.$end") == "$wanted" ]] ||
        fail "$name.$end has another checksum than SHA256SUMS says"
    if [[ $end == zip ]]; then
        unzip -q -o "$name.$end"
    else
        tar -xzf "$name.$end"
    fi
    echo "$folder/release/$name" >> "$GITHUB_PATH"
}

install() {
    case ${VERSION:?} in
        path) command -v git-memory > /dev/null || fail "git-memory is not installed" ;;
        source)
            # The cache has it, if this commit was built before.
            if [[ ! -x $folder/source/bin/git-memory && ! -x $folder/source/bin/git-memory.exe ]]; then
                cargo install --locked --quiet --path "$here" --root "$folder/source"
            fi
            echo "$folder/source/bin" >> "$GITHUB_PATH"
            ;;
        *) release "$VERSION" ;;
    esac
}

case ${1:-} in
    choose | install) "$1" ;;
    *) fail "usage: install.sh choose|install" ;;
esac
