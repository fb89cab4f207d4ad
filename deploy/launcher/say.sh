# shellcheck shell=bash
# How the launcher speaks. Everything but answers (help, version, doctor) goes to stderr, so that the output of a
# command it passes on to, such as an image, stays clean.

say() {
  printf 'asyfleet: %s\n' "$*" >&2
}

# A failure of the machine or of a step: one line that says what to do.
die() {
  say "$*"
  exit 1
}

# A mistake in the command line.
usage_error() {
  say "$*"
  exit 2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# at_least 7.0.15 7 succeeds: the first version is the second or newer.
at_least() {
  [[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" == "$2" ]]
}

product_version() {
  sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$ROOT/pom.xml" | head -n 1
}
