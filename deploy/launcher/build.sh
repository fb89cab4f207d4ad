# shellcheck shell=bash
# shellcheck disable=SC2034,SC2119,SC2120 # STEP is read in progress.sh, the arguments of build come from commands.sh
# Builds the runnable jars when a source is newer than the last build.

STAMP="$ROOT/target/asyfleet.stamp"
BUILD_LOG="$ROOT/target/asyfleet-build.log"
mapfile -t MODULES < <(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$ROOT/pom.xml")

module_jar() {
  printf '%s/%s/target/%s-%s.jar' "$ROOT" "$1" "$(basename -- "$1")" "$(product_version)"
}

is_built() {
  local module
  [[ -e "$STAMP" ]] || return 1
  for module in "${MODULES[@]}"; do
    [[ -e "$(module_jar "$module")" ]] || return 1
  done
  [[ -z "$(newer_source)" ]]
}

# The first source that changed after the last build. Directories count, so that a removed file is noticed too.
newer_source() {
  local module
  local -a sources=("$ROOT/pom.xml" "$LAUNCHER/build.sh" "$ROOT/queue-server/web")
  for module in "${MODULES[@]}"; do
    sources+=("$ROOT/$module/pom.xml" "$ROOT/$module/src/main")
  done
  find "${sources[@]}" -newer "$STAMP" -print -quit 2>/dev/null
}

# Only one launcher at a time builds in this checkout; the lock is on a directory, so it leaves no file behind.
lock_build() {
  exec {BUILD_LOCK}<"$LAUNCHER"
  if ! flock --nonblock "$BUILD_LOCK"; then
    say "another ./asyfleet is building or testing in $ROOT; waiting for it"
    flock "$BUILD_LOCK"
  fi
}

unlock_build() {
  exec {BUILD_LOCK}<&-
}

ensure_built() {
  is_built && return
  ensure_maven
  lock_build
  is_built || build
  unlock_build
}

# The stamp gets the time before the build: what changes meanwhile is newer and is built the next time.
build() {
  local started
  mkdir -p "$ROOT/target"
  started="$(mktemp "$ROOT/target/asyfleet.started.XXXXXX")"
  say "building with Maven $MAVEN_VERSION (minutes the first time, while libraries are fetched)"
  if ! run_maven package -DskipTests -Dspotless.check.skip=true "$@" 2>&1 | tee "$BUILD_LOG" |
    show_progress describe_maven_line; then
    rm -f "$started"
    show_maven_errors >&2
    die "the build failed; all of its output is in $BUILD_LOG"
  fi
  mv -f "$started" "$STAMP"
}

# Builds the last commit twice, in two directories, time zones and languages, and compares every jar byte by byte. Jars hold the
# permissions of files, so both are made with the usual ones.
build_twice() {
  local base jars
  base="$(mktemp -d)"
  say "building the last commit twice below $base"
  umask 022
  git clone --quiet -- "$ROOT" "$base/one"
  git clone --quiet -- "$ROOT" "$base/another place"
  TZ=UTC LC_ALL=C "$base/one/asyfleet" build
  TZ=Asia/Tokyo LC_ALL=C.UTF-8 MAVEN_OPTS="${MAVEN_OPTS:-} -Duser.language=tr" "$base/another place/asyfleet" build
  jars="$(cd -- "$base/one" && find . -path '*/target/*-*.jar' -not -path '*/target/*/*' | LC_ALL=C sort)"
  [[ -n "$jars" ]] || die "the first build made no jar in $base/one"
  (cd -- "$base/one" && xargs -d '\n' sha256sum <<<"$jars") >"$base/sums"
  (cd -- "$base/another place" && sha256sum --check --quiet "$base/sums" >&2) ||
    die "the two builds differ; they are in $base"
  cut -c 1-66,69- "$base/sums"
  rm -rf -- "$base"
  say "both builds made the same $(wc -l <<<"$jars") jars"
}

# Maven's errors without its advice on how to call Maven, which says nothing to somebody who called the launcher.
show_maven_errors() {
  sed -n '/-> \[Help/q; /^\[ERROR\] *$/d; s/^\[ERROR\]/ /p' "$BUILD_LOG" | head -n 20
}

# One line per module; in between STEP tells module and plugin.
describe_maven_line() {
  if [[ "$1" =~ Building\ Asyfleet\ ([a-z-]+)\ .*(\[[0-9]+/[0-9]+\]) ]]; then
    say "  ${BASH_REMATCH[2]} ${BASH_REMATCH[1]}"
    STEP="${BASH_REMATCH[1]}, fetching libraries"
  elif [[ "$1" =~ ---\ ([a-z-]+:[0-9.]+:[a-zA-Z-]+).*@\ ([a-z-]+) ]]; then
    STEP="${BASH_REMATCH[2]}, ${BASH_REMATCH[1]}"
  fi
}
