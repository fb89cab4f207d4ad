# shellcheck shell=bash
# Clients, and their lines in $RESULTS/ends: kind, number, phase, outcome, seconds. Every task that a client began has one
# line in $RESULTS/begun and must have exactly one among the ends.

CLIENTS=()
LOAD="$RESULTS/load"

start_load() {
  mkdir -p "$LOAD"
  : >"$RESULTS/begun"
  : >"$RESULTS/ends"
  touch "$LOAD/on"
  local number
  for ((number = 1; number <= ${SMOKE_CLIENTS:-3}; number++)); do run_client render "$number"; done
  run_client task 1
  run_client socket 1
}

# With a pause between two tasks: without it the clients alone take both cores of a small machine, and a client that starts
# has to wait for its connection longer than its ten seconds.
run_client() {
  while [[ -e "$LOAD/on" ]]; do
    "$1_client" "$2"
    sleep "${SMOKE_PAUSE:-0.5}"
  done &
  CLIENTS+=("$!")
}

# For so many seconds nothing happens but load.
load_for() {
  sleep "$1"
}

stop_load() {
  rm -f "$LOAD/on"
  wait "${CLIENTS[@]}"
  CLIENTS=()
}

stop_load_now() {
  rm -f "$LOAD/on"
  local client
  for client in "${CLIENTS[@]}"; do kill "$client" 2>/dev/null || true; done
}

begun() {
  printf '%s %s\n' "$1" "$2" >>"$RESULTS/begun"
}

# ended KIND NAME OUTCOME SINCE
ended() {
  printf '%s %s "%s" %s %d\n' "$1" "$2" "$(cat "$RESULTS/phase")" "$3" $((SECONDS - $4)) >>"$RESULTS/ends"
}

# A figure that nobody has asked for before; some hundred milliseconds.
figure() {
  printf '// %s\nsize(3cm); for (int i=0; i < 20; ++i) draw(rotate(i*9)*unitsquare); label("$%d$");\n' "$1" "$RANDOM"
}

next_name() {
  printf '%s-%s-%s' "$1" "$(date +%s%N)" "$RANDOM"
}

render_client() {
  local name since=$SECONDS code
  name="$(next_name "r$1")"
  begun render "$name"
  code="$(figure "$name" | near_fleet curl -sS -o "$LOAD/$name.svg" -w '%{http_code}' --data-binary @- "$URL/api/render" \
    2>"$LOAD/$name.error")" || code="curl-$?"
  [[ "$code" != 200 ]] || grep -q '</svg>' "$LOAD/$name.svg" || code=no-picture
  ended render "$name" "$code" "$since"
  [[ "$code" != 200 ]] || rm -f "$LOAD/$name".*
}

# Without a connection: asks for the result until it is there. Every question may go to another queue server.
task_client() {
  local name since=$SECONDS id code=''
  name="$(next_name "t$1")"
  begun task "$name"
  id="$(figure "$name" | near_fleet curl -sS --data-binary @- "$URL/api/tasks" 2>&1 |
    tee "$LOAD/$name.accepted" | sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p')" || true
  if [[ -z "$id" ]]; then
    code=not-accepted
  else
    while ((SECONDS - since < 150)); do
      code="$(near_fleet curl -sS -o "$LOAD/$name.svg" -w '%{http_code}' "$URL/api/tasks/$id/result" 2>>"$LOAD/$name.error")" ||
        code="curl-$?"
      [[ "$code" == 202 || "$code" == 409 ]] || break
      sleep 0.3
    done
  fi
  ended task "$name" "$code" "$since"
  [[ "$code" != 200 ]] || rm -f "$LOAD/$name".*
}

# Ten figures over WebSockets, by the product's own client.
socket_client() {
  local directory name since=$SECONDS number
  name="$(next_name "s$1")"
  directory="$LOAD/$name"
  mkdir -p "$directory"
  for number in {0..9}; do
    figure "$name-$number" >"$directory/$number.asy"
    begun socket "$name-$number"
  done
  near_fleet java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$ROOT"/client/target/client-?.*.jar render "$directory" -o "$directory" --parallel 2 \
    --server "ws://127.0.0.1:$PORT" >"$directory/log" 2>&1 || true
  for number in {0..9}; do
    if [[ -s "$directory/$number.svg" ]]; then ended socket "$name-$number" 200 "$since"; else
      ended socket "$name-$number" no-picture "$since"
    fi
  done
}
