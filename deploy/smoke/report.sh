# shellcheck shell=bash
# What is said while it runs, and at the end.

# phase NAME COMMAND...: says how long it took.
phase() {
  local name="$1" since=$SECONDS
  shift
  printf '%s' "$name" >"$RESULTS/phase"
  printf '== %s\n' "$name"
  "$@"
  printf '   %s took %d s\n' "$name" $((SECONDS - since))
}

note() {
  printf '   %s\n' "$*"
}

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# wait_until SECONDS WHAT COMMAND...
wait_until() {
  local limit="$1" what="$2" since=$SECONDS
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS - since < limit)) || fail "not within $limit s: $what"
    sleep 0.5
  done
}

report() {
  local begun ended failed twice
  begun="$(wc -l <"$RESULTS/begun")"
  ended="$(wc -l <"$RESULTS/ends")"
  failed="$(awk '$(NF-1) != 200' "$RESULTS/ends" | wc -l)"
  twice="$(awk '{print $2}' "$RESULTS/ends" | sort | uniq -d | wc -l)"
  printf '== report\n'
  awk '{ n = split($0, parts, "\""); split(parts[1], who, " "); split(parts[3], what, " ")
         all[who[1] "|" parts[2]]++; if (what[1] != 200) bad[who[1] "|" parts[2]]++
         if (what[2] > most[who[1] "|" parts[2]]) most[who[1] "|" parts[2]] = what[2] }
       END { for (key in all) { split(key, k, "|")
         printf "   %-8s %-16s %4d tasks, %d failed, longest %d s\n", k[1], k[2], all[key], bad[key], most[key] } }' \
    "$RESULTS/ends" | sort
  printf '   begun %d, ended %d, ended twice %d, failed %d\n' "$begun" "$ended" "$twice" "$failed"
  ((begun == ended && failed == 0 && twice == 0)) || fail "see $RESULTS/ends"
  printf 'PASSED\n'
}
