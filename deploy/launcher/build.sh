# shellcheck shell=bash
# shellcheck disable=SC2119,SC2120 # the arguments of build come from commands.sh
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
  local -a sources=("$ROOT/pom.xml" "$LAUNCHER/build.sh")
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
  if ! run_maven package -DskipTests -Dspotless.check.skip=true "$@" 2>&1 | tee "$BUILD_LOG" | show_progress; then
    rm -f "$started"
    grep '^\[ERROR\]' "$BUILD_LOG" | head -n 20 >&2 || true
    die "the build failed; all of its output is in $BUILD_LOG"
  fi
  mv -f "$started" "$STAMP"
}

# Reads Maven's output; prints one line per module, and one every ten seconds while a module takes longer.
show_progress() {
  local line module='' step='' status said=$SECONDS
  while true; do
    if IFS= read -r -t 2 line; then
      if [[ "$line" =~ Building\ Asyfleet\ ([a-z-]+)\ .*(\[[0-9]+/[0-9]+\]) ]]; then
        module="${BASH_REMATCH[1]}"
        say "  ${BASH_REMATCH[2]} $module"
        said=$SECONDS
      elif [[ "$line" =~ ---\ ([a-z:0-9.-]+)\ .*@ ]]; then
        step="${BASH_REMATCH[1]}"
      fi
    else
      status=$?
      # Over 128 is the time-out of read; anything else is the end of Maven's output.
      ((status > 128)) || return 0
    fi
    if ((SECONDS - said >= 10)); then
      say "  … $module ${step:-resolving} (${SECONDS} s)"
      said=$SECONDS
    fi
  done
}
