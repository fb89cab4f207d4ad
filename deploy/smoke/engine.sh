# shellcheck shell=bash
# The Docker engine: that of this machine, or else Debian 13's, in a root directory and namespaces of its own, so that
# nothing on this machine changes. That one reaches no network but a proxy for Debian's packages.

ENGINE=''
ENGINE_ROOT="$WORK/engine"
ENGINE_PACKAGES=docker.io,docker-cli,docker-compose,docker-buildx,iptables,iproute2,socat,apt-cacher-ng,ca-certificates
PACKAGE_PROXY_PORT=3142
HELPERS=()

find_engine() {
  if docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; then
    ENGINE=here
    note "engine: $(docker version --format '{{.Server.Version}}') of this machine"
    return
  fi
  make_engine_root
  start_package_proxy
  start_engine
  note "engine: $(dock version --format '{{.Server.Version}}') of Debian 13, in namespaces of its own;" \
    "compose $(dock compose version --short)"
}

# Runs a command where the engine is.
with_engine() {
  if [[ "$ENGINE" == here ]]; then
    "$@"
  else
    nsenter --target "$ENGINE" --mount --net -- env -C "$ROOT" HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
  fi
}

dock() {
  with_engine docker "$@"
}

# Runs a command of this machine where published ports are.
near_fleet() {
  if [[ "$ENGINE" == here ]]; then "$@"; else nsenter --target "$ENGINE" --net -- "$@"; fi
}

make_engine_root() {
  [[ "$(id -u)" == 0 ]] || fail "no Docker engine here, and only root can make one"
  [[ ! -x "$ENGINE_ROOT/usr/sbin/dockerd" ]] || return 0
  command -v mmdebstrap >/dev/null || apt-get install -y --no-install-recommends mmdebstrap
  mkdir -p "$WORK"
  mmdebstrap --variant=minbase --aptopt='APT::Install-Recommends "false"' --include="$ENGINE_PACKAGES" trixie "$ENGINE_ROOT"
}

# Fetches packages for this machine and for builds, each once: builds reach it over a socket, as they have no network.
start_package_proxy() {
  mkdir -p "$WORK/packages"
  in_engine_root /usr/sbin/apt-cacher-ng -c /etc/apt-cacher-ng CacheDir="$WORK/packages" LogDir="$WORK/packages" \
    BindAddress=127.0.0.1 Port="$PACKAGE_PROXY_PORT" ForeGround=1
  in_engine_root /usr/bin/socat "UNIX-LISTEN:$WORK/packages.socket,fork,unlink-early" "TCP:127.0.0.1:$PACKAGE_PROXY_PORT"
}

# Starts a program of the engine's root beside us, on the network of this machine.
in_engine_root() {
  # shellcheck disable=SC2016 # the names are for the shell in the new namespace
  unshare --mount bash -c '
    mkdir -p "$0$1" && mount --bind "$1" "$0$1" && exec chroot "$0" "${@:2}"' \
    "$ENGINE_ROOT" "$WORK" "$@" >"$RESULTS/$(basename "$1").log" 2>&1 &
  HELPERS+=("$!")
}

start_engine() {
  unshare --net --mount --propagation private bash "$HERE/enter-engine" "$ENGINE_ROOT" "$WORK" "$ROOT" \
    "$PACKAGE_PROXY_PORT" >"$RESULTS/engine.log" 2>&1 &
  HELPERS+=("$!")
  ENGINE=$!
  wait_until 120 "the engine answers" dock info
}

stop_engine() {
  local helper
  for helper in "${HELPERS[@]}"; do kill "$helper" 2>/dev/null || true; done
  wait
}
