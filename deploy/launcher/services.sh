# shellcheck shell=bash
# Starts one of the built programs in place of the launcher, so that signals and the exit code are the program's own.

# run_prepared renders|plain MODULE ARGUMENTS...: `renders` programs need Asymptote and its tools.
run_prepared() {
  local kind="$1" module="$2"
  shift 2
  if [[ "$NO_BUILD" == yes ]]; then
    find_jdk || die "no JDK 17 or newer found; set JAVA_HOME to one"
    [[ -e "$(module_jar "$module")" ]] || die "$module is not built yet; leave --no-build out, or run ./asyfleet build first"
  else
    prepare "$kind"
  fi
  exec "$JDK/bin/java" -jar "$(module_jar "$module")" "$@"
}

prepare() {
  if [[ "$1" == renders ]]; then ensure_render_tools; fi
  ensure_jdk
  ensure_built
}
