# shellcheck shell=bash
# Runs the tests of the repository and sums up.

# A test class that failed runs once more when all else is over, in a JVM of its own: a class that has closed its static
# parts cannot run twice in one JVM. If it passes then, it depends on luck: it is named in the sum. More such classes than
# these fail the run.
MOST_FLAKY=4

# Takes the goal of Maven and its arguments.
run_tests() {
  local started=$SECONDS status=0 marker
  local -a failed=()
  lock_build
  remove_reports
  mkdir -p "$ROOT/target"
  marker="$(mktemp "$ROOT/target/asyfleet.started.XXXXXX")"
  say "running the tests with Maven $MAVEN_VERSION on JDK $JDK_VERSION"
  # Failed tests stop no other module; Maven fails for everything else, also for a JVM that crashes.
  run_maven --fail-at-end -Dmaven.test.failure.ignore=true "$@" || status=$?
  mapfile -t failed < <(failed_classes)
  if ((${#failed[@]} > 0 && status == 0)); then
    status=1
    if ((${#failed[@]} <= MOST_FLAKY)); then
      say "running once more what failed: ${failed[*]}"
      run_again "${failed[*]}" "$@" && status=0
    fi
  fi
  # Everything was packaged on the way, so `up` need not build again; a run with arguments may have left modules out.
  if [[ "$status $*" == "0 verify" ]]; then mv -f "$marker" "$STAMP"; else rm -f "$marker"; fi
  sum_up "$status" "$((SECONDS - started))" "${failed[@]}"
}

# Takes test classes, separated by blanks, then the goal of Maven and its arguments.
run_again() {
  local classes="${1// /,}"
  shift
  run_maven --fail-at-end "$@" -DforkCount=1 -D{test,it.test}="$classes" -D{surefire,failsafe}.failIfNoSpecifiedTests=false
}

# Prints each test class of the reports that has a test that failed.
failed_classes() {
  local report class
  while IFS= read -r report; do
    if grep -m 1 '<testsuite ' "$report" | grep -qE ' (failures|errors)="[1-9]'; then
      class="${report##*/TEST-}"
      class="${class%.xml}"
      printf '%s\n' "${class%%\$*}"
    fi
  done < <(reports) | sort -u
}

reports() {
  local module
  for module in "${MODULES[@]}"; do
    find "$ROOT/$module/target" -path '*-reports/TEST-*.xml' 2>/dev/null || true
  done
}

remove_reports() {
  local report
  while IFS= read -r report; do rm -f -- "$report"; done < <(reports)
}

# Prints "RUN FAILED SKIPPED" over all reports.
count_tests() {
  local report
  while IFS= read -r report; do
    grep -m 1 '<testsuite ' "$report" || true
  done < <(reports) | awk '
    function attribute(name) {
      return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
    }
    { run += attribute("tests"); failed += attribute("failures") + attribute("errors"); skipped += attribute("skipped") }
    END { print run + 0, failed + 0, skipped + 0 }'
}

sum_up() {
  local status="$1" seconds="$2" run failed skipped class
  shift 2
  read -r run failed skipped < <(count_tests)
  for class in "$@"; do
    failed_classes | grep -qxF -- "$class" || say "flaky, failed once and then passed: $class"
  done
  printf '\n%d passed, %d failed, %d skipped\n' "$((run - failed - skipped))" "$failed" "$skipped"
  if ((status != 0)); then
    die "FAILED after $seconds s: see the [ERROR] lines above and the reports in */target/surefire-reports"
  fi
  ((run > 0)) || die "FAILED: no test ran"
  say "PASSED in $seconds s"
}
