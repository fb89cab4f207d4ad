# shellcheck shell=bash
# What is done to the fleet.

URL="http://127.0.0.1:$PORT"

compose() {
  dock compose --progress quiet --file "$ROOT/deploy/compose/compose.yaml" --env-file "$WORK/env" "$@"
}

# One level, because a figure may take long on a machine that does other things as well.
use_version() {
  cat >"$WORK/env" <<END
TAG=smoke-$1
PUBLISH=127.0.0.1:$PORT
TASKS_PER_CALLER=64
LEVELS=30s=100%
TIMEOUTS=30s
END
}

start_fleet() {
  use_version 1
  compose up --detach --wait --wait-timeout 300 --quiet-pull
  wait_until 60 "the proxy serves" near_fleet curl -fsS "$URL/readyz"
  note "page: $(near_fleet curl -fsS "$URL/" | grep -o '<title>[^<]*</title>')"
}

render_every_format() {
  local format
  for format in svg pdf png eps html; do
    # shellcheck disable=SC2016 # dollars are TeX's
    near_fleet curl -fsS --data-binary 'size(3cm); draw(unitcircle); label("$x^2$");' \
      "$URL/api/render?format=$format" -o "$RESULTS/figure.$format" || fail "no figure as $format"
    note "$format: $(stat -c %s "$RESULTS/figure.$format") bytes"
  done
  note "tools: $(near_fleet curl -fsS "$URL/api/versions")"
}

backends() {
  compose ps --quiet backend
}

slots() {
  near_fleet curl -fsS "$URL/api/queue-stats" | grep -o '"maxConcurrent":[0-9]*' | cut -d: -f2
}

has_slots() {
  [[ "$(slots)" == "$1" ]]
}

# Compose tells the others to end, and they finish their tasks.
scale_to() {
  compose up --detach --wait --wait-timeout 300 --no-recreate --no-deps --scale "backend=$1" backend
  wait_until 60 "the fleet has $1 backends" has_slots $((2 * $1))
}

kill_a_backend() {
  local victim
  victim="$(backends | head -n 1)"
  dock kill --signal KILL "$victim" >/dev/null
  wait_until 60 "the fleet does without it" has_slots 2
  dock start "$victim" >/dev/null
  wait_until 120 "it is back" has_slots 4
}

update_all() {
  use_version 2
  with_engine env COMPOSE_ENV_FILES="$WORK/env" "$ROOT/deploy/compose/update"
  local old
  old="$(dock ps --format '{{.Image}}' | grep smoke-1 || true)"
  [[ -z "$old" ]] || fail "still of version 1: $old"
}

stop_fleet() {
  compose stop
  local codes
  codes="$(compose ps --all --format '{{.Service}}={{.ExitCode}}' | sort | uniq -c | awk '{print $2 " ×" $1}' | paste -sd' ')"
  note "exit codes: $codes"
  [[ "$codes" != *=137* ]] || fail "a service had to be killed: $codes"
}
