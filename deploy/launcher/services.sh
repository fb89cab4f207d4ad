# shellcheck shell=bash
# Starts one of the built programs in place of the launcher, so that signals and the exit code are the program's own.

# run_prepared renders|plain MODULE ARGUMENTS...: `renders` programs need Asymptote and its tools.
run_prepared() {
  local kind="$1" module="$2"
  shift 2
  if [[ "$NO_BUILD" == no ]]; then ensure_packages "$kind"; fi
  use_jdk
  if [[ "$NO_BUILD" == no ]]; then ensure_built; fi
  if wants_help "$@" && [[ ! -e "$(module_jar "$module")" ]]; then
    say "$module is not built yet; after ./asyfleet build, its --help lists its options"
    help
    return
  fi
  [[ -e "$(module_jar "$module")" ]] || die "$module is not built yet; leave --no-build out, or run ./asyfleet build"
  use_utf8
  if [[ "$NO_BUILD" == no ]]; then archive_if_service "$module"; fi
  choose_jvm_options "$module"
  exec "$JDK/bin/java" "${JVM_OPTIONS[@]}" -jar "$(module_jar "$module")" "$@"
}

# Only these run for long, and are started again and again.
archive_if_service() {
  case "$1" in
    deploy/standalone | queue-server | scheduler | backend) ensure_archive "$1" ;;
  esac
}

# Where no locale is set, as under cron, Java would know nothing but ASCII in arguments and names of files.
use_utf8() {
  case "$(locale charmap 2> /dev/null)" in
    ANSI_X3.4-1968 | US-ASCII) export LC_ALL=C.UTF-8 ;;
  esac
}
