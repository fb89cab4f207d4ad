# shellcheck shell=bash
# shellcheck disable=SC2034 # JDK_VERSION is read in tests.sh and doctor.sh
# Finds a JDK 17 or newer.

JDK_PACKAGE=default-jdk-headless

# Prints the version of the JDK in a directory, such as 17.0.15; nothing if there is none.
jdk_version() {
  [[ -x "$1/bin/javac" ]] || return 0
  "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9.]*\).*/\1/p'
}

# Where a JDK may be, best first: what the user chose, then the version the project is built for, then any.
jdk_places() {
  [[ -z "${JAVA_HOME:-}" ]] || printf '%s\n' "$JAVA_HOME"
  printf '%s\n' /usr/lib/jvm/java-17-*
  if has javac; then
    dirname -- "$(dirname -- "$(readlink -f -- "$(command -v javac)")")"
  fi
  printf '%s\n' /usr/lib/jvm/*
}

# Sets JDK and JDK_VERSION.
find_jdk() {
  local place version
  while IFS= read -r place; do
    version="$(jdk_version "$place")"
    if [[ -n "$version" ]] && at_least "$version" 17; then
      JDK="$place"
      JDK_VERSION="$version"
      return 0
    fi
  done < <(jdk_places)
  return 1
}

use_jdk() {
  find_jdk || die "no JDK 17 or newer found; set JAVA_HOME to one"
  export JAVA_HOME="$JDK"
}
