# shellcheck shell=bash
# Finds a Maven, in this order: `mvn` on the PATH, the wrapper, Debian's package.

MAVEN_OLDEST=3.8
# From here on Maven checks artifacts itself. 3.9.0 can, but does not know ${session.rootDirectory} in .mvn/maven.config.
MAVEN_CHECKS_FROM=3.9.4

# Prints the version that a Maven command reports; nothing if it does not run.
maven_version() {
  "$@" --batch-mode --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p'
}

# Sets MAVEN and MAVEN_VERSION if the given command is a Maven that is new enough.
accept_maven() {
  MAVEN_VERSION="$(maven_version "$1")" || return 1
  [[ -n "$MAVEN_VERSION" ]] && at_least "$MAVEN_VERSION" "$MAVEN_OLDEST" || return 1
  MAVEN="$1"
}

maven_on_path() {
  has mvn && accept_maven mvn
}

wrapper_can_download() {
  has unzip && { has curl || has wget; } && [[ -e /etc/ssl/certs/ca-certificates.crt ]]
}

maven_from_wrapper() {
  wrapper_can_download || return 1
  say "taking ./mvnw, which fetches Maven if it has not yet"
  accept_maven "$ROOT/mvnw"
}

ensure_maven() {
  maven_on_path && return
  maven_from_wrapper && return
  say "./mvnw could not fetch Maven; taking Debian's"
  install_packages maven
  maven_on_path || die "no Maven $MAVEN_OLDEST or newer after installing Debian's; install one and put it on the PATH"
}

# Maven reads MAVEN_ARGS by itself only from 3.9 on.
run_maven() {
  local -a extra=()
  local quiet=''
  at_least "$MAVEN_VERSION" 3.9 || read -r -a extra <<<"${MAVEN_ARGS:-}"
  # Else newer Javas warn of what Maven's own libraries do.
  if at_least "${JDK_VERSION:-17}" 24; then
    quiet='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
  fi
  # Without the lock: a process that a test leaves behind must not keep it.
  (exec {BUILD_LOCK}<&- && cd -- "$ROOT" &&
    MAVEN_OPTS="$quiet ${MAVEN_OPTS:-}" "$MAVEN" --batch-mode "${extra[@]}" "$@") || return
  at_least "$MAVEN_VERSION" "$MAVEN_CHECKS_FROM" || check_artifacts "$@"
}
