# shellcheck shell=bash
# The JVM of a program: its options, and the archive of classes with which it starts sooner.

# An archive is made for one JDK; the JVM itself checks that the jars are still those that it was made of.
class_archive() {
  printf '%s/%s/target/classes-%s.jsa' "$ROOT" "$1" "$JDK_VERSION"
}

# The garbage of tasks lives for milliseconds: a small place for the young keeps the whole process small. The bound of the
# rest is for pictures of many megabytes. Unless told otherwise, a heap begins with a 64th of the machine's memory and is
# filled before anything old is collected. Netty watches one buffer in so many, to find those that nobody gives back.
SERVICE_JVM_OPTIONS='-XX:+UseSerialGC -Xms64m -Xmn32m -XX:MinHeapFreeRatio=30 -Xmx512m'
SERVICE_JVM_OPTIONS+=' -Dio.netty.leakDetection.samplingInterval=4096'

# A figure takes a hundred times the processor time that a service takes for it, so one quick compiler is enough.
# ASYFLEET_COMPILERS=all pays where tasks do next to nothing.
# The quick compiler is cheap, so it need not wait until a method was called 200 times, which takes as many figures.

compiler_options() {
  case "${ASYFLEET_COMPILERS:-quick}" in
    quick) printf '%s' '-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.1' ;;
    all) ;;
    *) die "ASYFLEET_COMPILERS is '$ASYFLEET_COMPILERS'; expected quick or all" ;;
  esac
}

# Sets JVM_OPTIONS for a module. Those of ASYFLEET_JVM_OPTIONS come last, so they win.
choose_jvm_options() {
  local module="$1" archive
  local -a chosen service compilers
  read -r -a chosen <<<"${ASYFLEET_JVM_OPTIONS:-}"
  read -r -a service <<<"$SERVICE_JVM_OPTIONS"
  read -r -a compilers <<<"$(compiler_options)"
  JVM_OPTIONS=()
  case "$module" in
    # It searches and measures, for which every compiler pays. The services that it starts are to be as they are here.
    lab) JVM_OPTIONS+=("-Dasyfleet.service.jvm=${compilers[*]} ${service[*]} ${chosen[*]}") ;;
    client | ring) JVM_OPTIONS+=(-XX:TieredStopAtLevel=1) ;;
    deploy/standalone) JVM_OPTIONS+=("${compilers[@]}" "${service[@]}" -Xms192m -Xmn128m -Xmx1g) ;;
    *) JVM_OPTIONS+=("${compilers[@]}" "${service[@]}") ;;
  esac
  archive="$(class_archive "$module")"
  # Off: an archive that no longer fits is not used, and that is all there is to say about it.
  [[ ! -s "$archive" ]] || JVM_OPTIONS+=("-XX:SharedArchiveFile=$archive" '-Xlog:cds*=off')
  JVM_OPTIONS+=("${chosen[@]}")
}

# Makes the archive of a module unless there is one that is newer than its jar. It gets its name when it is complete, so
# several launchers may do this at a time. If it cannot be made, an empty file keeps the next start from trying again.
ensure_archive() {
  local module="$1" archive new
  archive="$(class_archive "$module")"
  [[ ! -e "$archive" || "$(module_jar "$module")" -nt "$archive" ]] || return 0
  new="$(mktemp "$archive.XXXXXX")"
  say "noting which classes $(basename -- "$module") loads, so that it starts sooner from now on"
  { record_classes "$module" "$new" && is_whole "$module" "$new" && sync -- "$new"; } || : >"$new"
  mv -f -- "$new" "$archive"
}

# A JVM that was killed leaves a part of an archive, and the next one would crash over that.
is_whole() {
  {
    "$JDK/bin/java" -Xshare:on -XX:+VerifySharedSpaces -XX:+SuppressFatalErrorMessage "-XX:SharedArchiveFile=$2" \
      -jar "$(module_jar "$1")" --help
  } &>/dev/null
}

# Runs the program until it says that it is ready, or ends by itself because there is no Redis at that port. Its JVM writes
# the archive at its end. Without the settings of the environment: it must not join somebody's fleet.
record_classes() {
  local module="$1" archive="$2" directory pid
  local -a arguments=(--port 0 --redis redis://127.0.0.1:1 --redis-patience 0)
  directory="$(mktemp -d)"
  : >"$directory/printed"
  [[ "$module" != deploy/standalone ]] || arguments=(--port 0 --data-directory "$directory/data")
  timeout --kill-after=10 90 env -i PATH="$PATH" HOME="${HOME:-/}" \
    "$JDK/bin/java" "-XX:ArchiveClassesAtExit=$archive" -Xlog:disable -XX:TieredStopAtLevel=1 \
    -jar "$(module_jar "$module")" "${arguments[@]}" &>"$directory/printed" </dev/null &
  pid=$!
  # shellcheck disable=SC2064 # the values of now
  trap "kill $pid; rm -rf ${directory@Q} ${archive@Q}" EXIT
  until grep -q '^ready ' "$directory/printed" || ! kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  draw_one_figure "$(sed -n 's/^ready //p' "$directory/printed" | head -n 1)"
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  trap - EXIT
  rm -rf "$directory"
  [[ -s "$archive" ]]
}

# So that the classes of a task are noted too. Without curl, or if it fails, they are not.
draw_one_figure() {
  [[ -z "$1" ]] || curl --silent --max-time 30 --data-binary 'label("x", (0,0));' --output /dev/null "$1/?f=svg" || true
}
