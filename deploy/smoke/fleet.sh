# shellcheck shell=bash
# What is done to the fleet.

URL="http://127.0.0.1:$PORT"
TLS_PORT=8443
ALL_IN_ONE=asyfleet-all-in-one
ALL_IN_ONE_PORT=8090
# shellcheck disable=SC2016 # dollars are TeX's
FIGURE='size(3cm); draw(unitcircle); label("$x^2$");'
COMPOSITION=(--file "$ROOT/deploy/compose/compose.yaml")

compose() {
  dock compose --progress quiet "${COMPOSITION[@]}" --env-file "$WORK/env" "$@"
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
    near_fleet curl -fsS --data-binary "$FIGURE" "$URL/api/render?format=$format" -o "$RESULTS/figure.$format" ||
      fail "no figure as $format"
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

# compose.tls.yaml changes the proxy alone.
add_tls() {
  local url="https://localhost:$TLS_PORT"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$WORK/key.pem" -out "$WORK/ca.pem" 2>/dev/null
  cat "$WORK/ca.pem" "$WORK/key.pem" >"$WORK/certificate.pem"
  chmod 644 "$WORK/certificate.pem"
  printf 'CERTIFICATE=%s\nPUBLISH_TLS=127.0.0.1:%s\n' "$WORK/certificate.pem" "$TLS_PORT" >>"$WORK/env"
  COMPOSITION+=(--file "$ROOT/deploy/compose/compose.tls.yaml")
  compose up --detach --wait --no-deps proxy
  wait_until 60 "the proxy serves with TLS" near_fleet curl -fsS --cacert "$WORK/ca.pem" "$url/readyz"
  note "figure over TLS: $(near_fleet curl -fsS --cacert "$WORK/ca.pem" --data-binary "$FIGURE" "$url/api/render" \
    -w ' %{http_code}, HTTP/%{http_version}, %{size_download} bytes' -o /dev/null)"
  note "WebSocket over TLS: $(near_fleet curl -sS --http1.1 --max-time 3 --cacert "$WORK/ca.pem" -o /dev/null -w '%{http_code}' \
    -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
    -H 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==' "$url/asy" 2>/dev/null || true)"
}

shards_up() {
  near_fleet curl -fsS "$URL/api/queue-stats" | grep -o '"up":true' | wc -l
}

has_shards() {
  [[ "$(shards_up)" == "$1" ]]
}

# A second shard beside the first, whose Redis is then lost: figures are drawn in the other.
add_shard() {
  COMPOSITION+=(--file "$ROOT/deploy/compose/compose.shards.yaml")
  compose up --detach --wait --wait-timeout 300 --no-deps valkey-b scheduler-b backend-b
  compose up --detach --wait --wait-timeout 300 --no-deps queue-server
  wait_until 60 "both shards are up" has_shards 2
  render_one "with two shards"
  compose stop valkey
  wait_until 60 "one shard is up" has_shards 1
  render_one "after the Redis of one was stopped"
  compose start valkey
  wait_until 60 "both shards are up again" has_shards 2
}

render_one() {
  near_fleet curl -fsS --data-binary "// $RANDOM $RANDOM"$'\n'"$FIGURE" "$URL/api/render" -o "$RESULTS/figure.svg" || fail "no figure $1"
  note "figure $1: $(stat -c %s "$RESULTS/figure.svg") bytes"
}

# As docs/operations/containers.md has it, at another port.
try_all_in_one() {
  local since=$SECONDS url="http://127.0.0.1:$ALL_IN_ONE_PORT"
  dock run --detach --name "$ALL_IN_ONE" --publish "127.0.0.1:$ALL_IN_ONE_PORT:8080" \
    --security-opt "seccomp=$ROOT/deploy/seccomp/asyfleet-backend.json" asyfleet/all-in-one:smoke >/dev/null
  wait_until 120 "the container with all services is ready" near_fleet curl -fsS "$url/readyz"
  note "ready after $((SECONDS - since)) s"
  wait_until 120 "it draws" near_fleet curl -fsS "$url/readyz?deep=1"
  near_fleet curl -fsS --data-binary "$FIGURE" "$url/api/render" -o "$RESULTS/all-in-one.svg" || fail "no figure of it"
  note "figure: $(stat -c %s "$RESULTS/all-in-one.svg") bytes"
  dock logs "$ALL_IN_ONE" >"$RESULTS/all-in-one.log" 2>&1
  dock stop --time 60 "$ALL_IN_ONE" >/dev/null
  note "exit code: $(dock inspect --format '{{.State.ExitCode}}' "$ALL_IN_ONE")"
}

stop_fleet() {
  compose stop
  local codes
  codes="$(compose ps --all --format '{{.Service}}={{.ExitCode}}' | sort | uniq -c | awk '{print $2 " ×" $1}' | paste -sd' ')"
  note "exit codes: $codes"
  [[ "$codes" != *=137* ]] || fail "a service had to be killed: $codes"
}
