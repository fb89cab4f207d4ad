# shellcheck shell=bash
# Runs the tests of the repository and sums up.

# A test that failed runs once more at the end of its module. If it passes then, it depends on luck: it is named in the sum,
# and three such tests in one module fail the run.
AGAIN=({surefire,failsafe}.rerunFailingTestsCount=1 {surefire,failsafe}.failOnFlakeCount=3)

# Takes the goal of Maven and its arguments.
run_tests() {
  local started=$SECONDS status=0 marker
  lock_build
  remove_reports
  mkdir -p "$ROOT/target"
  marker="$(mktemp "$ROOT/target/asyfleet.started.XXXXXX")"
  say "running the tests with Maven $MAVEN_VERSION on JDK $JDK_VERSION"
  # --fail-at-end: one broken module does not hide the results of the others.
  run_maven --fail-at-end "${AGAIN[@]/#/-D}" "$@" || status=$?
  # Everything was packaged on the way, so `up` need not build again; a run with arguments may have left modules out.
  if [[ "$status $*" == "0 verify" ]]; then mv -f "$marker" "$STAMP"; else rm -f "$marker"; fi
  sum_up "$status" "$((SECONDS - started))"
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

# Prints each test that failed and then passed.
flaky_tests() {
  local report
  while IFS= read -r report; do
    awk '
      /<testcase / { name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name)
                     class = $0; sub(/.* classname="/, "", class); sub(/".*/, "", class) }
      /<flaky(Failure|Error)/ { print class "." name }' "$report"
  done < <(reports)
}

sum_up() {
  local status="$1" seconds="$2" run failed skipped
  read -r run failed skipped < <(count_tests)
  flaky_tests | sed 's/^/asyfleet: flaky, failed once and then passed: /'
  printf '\n%d passed, %d failed, %d skipped\n' "$((run - failed - skipped))" "$failed" "$skipped"
  if ((status != 0)); then
    die "FAILED after $seconds s: see the [ERROR] lines above and the reports in */target/surefire-reports"
  fi
  ((run > 0)) || die "FAILED: no test ran"
  say "PASSED in $seconds s"
}
