# shellcheck shell=bash
# shellcheck disable=SC2119,SC2120 # arguments come from checksums.sh
# Searches for inputs that break a promise of a decoder, with Jazzer: a fuzzer that is guided by the code it reaches.
# A target is a test class called *FuzzTest. Its seeds and some hundred changes of them are part of every test run;
# this command looks further, for as long as one likes.

FUZZ_DIRECTORY="$ROOT/target/fuzz"

jazzer_version() {
  sed -n 's:.*<jazzer.version>\(.*\)</jazzer.version>.*:\1:p' "$ROOT/pom.xml"
}

fetch_jazzer() {
  local artifact
  for artifact in jazzer jazzer-api; do
    run_maven --quiet --non-recursive dependency:copy "$@" -DoutputDirectory="$FUZZ_DIRECTORY" -Dmdep.stripVersion=true \
      -Dartifact="com.code-intelligence:$artifact:$(jazzer_version)"
  done
}

# Leaves the class path of each module's tests in its target/fuzz.classpath.
make_class_paths() {
  run_maven --quiet test-compile dependency:build-classpath -Dmdep.outputFile=target/fuzz.classpath \
    -Dspotless.check.skip=true "$@"
}

command_fuzz() {
  local minutes=1 target=''
  while (($# > 0)); do
    case "$1" in
      --minutes)
        [[ "${2:-}" =~ ^[1-9][0-9]*$ ]] || usage_error "--minutes: '${2:-}' is not a number of minutes above 0"
        minutes="$2"
        shift
        ;;
      -*) usage_error "fuzz: unknown argument '$1'; it knows --minutes and the name of a target" ;;
      *) target="$1" ;;
    esac
    shift
  done
  find_targets "$target"
  ensure_packages plain
  use_jdk
  ensure_maven
  lock_build
  fetch_jazzer || die "Jazzer could not be fetched"
  make_class_paths || die "the tests could not be compiled"
  unlock_build
  fuzz_all "$minutes"
}

# Sets TARGETS to the sources of the one target with the given name, or of all.
find_targets() {
  mapfile -t TARGETS < <(cd -- "$ROOT" && find . -path '*/src/test/java/*' -name "${1:-?*}FuzzTest.java" | LC_ALL=C sort)
  ((${#TARGETS[@]} > 0)) || usage_error "fuzz: there is no target '$1'; there are: $(target_names)"
}

target_names() {
  (cd -- "$ROOT" && find . -path '*/src/test/java/*' -name '?*FuzzTest.java') |
    sed 's:.*/\(.*\)FuzzTest.java:\1:' | LC_ALL=C sort | paste -sd' '
}

fuzz_all() {
  local source failed=()
  for source in "${TARGETS[@]}"; do
    fuzz_one "$1" "$source" || failed+=("$(basename -- "$source" FuzzTest.java)")
  done
  ((${#failed[@]} == 0)) || die "broken: ${failed[*]}; add the inputs printed in Base64 as seeds, see CONTRIBUTING.md"
  say "nothing found in ${#TARGETS[@]} targets, $1 min each"
}

# The corpus stays, so that the next search goes on where this one ended. Jazzer's own checks look at our code only: the
# one for sun.misc.Unsafe does not get on with Netty.
fuzz_one() {
  local module="${2%%/src/test/java/*}" class="${2#*/src/test/java/}" directory
  class="${class%.java}"
  class="${class//\//.}"
  directory="$FUZZ_DIRECTORY/${class##*.}"
  mkdir -p "$directory/corpus"
  say "fuzzing $class for $1 min; all output is in $directory/log"
  "$JDK/bin/java" -ea -Xmx1g -cp "$FUZZ_DIRECTORY/jazzer.jar:$FUZZ_DIRECTORY/jazzer-api.jar:$(test_class_path "$module")" \
    com.code_intelligence.jazzer.Jazzer --target_class=asyfleet.fuzz.JazzerDriver \
    --target_args="$class $directory/corpus" --instrumentation_includes='asyfleet.**:tools.jackson.core.**' \
    --custom_hook_includes='asyfleet.**' \
    --reproducer_path="$directory" -artifact_prefix="$directory/" -max_total_time="$((60 * $1))" -timeout=30 \
    -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 "$directory/corpus" >"$directory/log" 2>&1 || {
    grep -A 8 -E '^== Java|^==[0-9]+== ' "$directory/log" >&2 || tail -n 20 "$directory/log" >&2
    grep '^Base64: ' "$directory/log" >&2 || true
    return 1
  }
  grep -E '^#[0-9]+.DONE' "$directory/log" >&2 || true
}

test_class_path() {
  local target="$ROOT/$1/target"
  printf '%s:%s:%s' "$target/test-classes" "$target/classes" "$(<"$target/fuzz.classpath")"
}
