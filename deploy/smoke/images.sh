# shellcheck shell=bash
# The images: those of others from a registry, or made of Debian's packages under the same names where none is reached;
# ours from deploy/images, in two versions.

BASE=docker.io/library/debian:13-slim
VALKEY=docker.io/valkey/valkey:8.1
HAPROXY=docker.io/library/haproxy:3.0
OURS=(queue-server scheduler backend)

make_images() {
  have_image "$BASE" || dock pull -q "$BASE" 2>/dev/null || make_base
  have_image "$VALKEY" || dock pull -q "$VALKEY" 2>/dev/null || make_stand_in "$VALKEY" valkey-server valkey-tools
  have_image "$HAPROXY" || dock pull -q "$HAPROXY" 2>/dev/null || make_stand_in "$HAPROXY" haproxy
  local service version
  for version in 1 2; do
    for service in "${OURS[@]}"; do
      build --target "$service" --label org.opencontainers.image.version="$version" --tag "asyfleet/$service:smoke-$version" \
        --file "$ROOT/deploy/images/Dockerfile" "$ROOT"
    done
  done
  build --target all-in-one --tag asyfleet/all-in-one:smoke --file "$ROOT/deploy/images/Dockerfile" "$ROOT"
  note "images: $(dock image ls --filter 'reference=asyfleet/*:smoke*' --format '{{.Repository}}:{{.Tag}} {{.Size}}' |
    grep -v smoke-2 | sort | paste -sd, | sed 's/,/, /g')"
}

have_image() {
  dock image inspect "$1" >/dev/null 2>&1
}

build() {
  local -a network=()
  [[ "$ENGINE" == here ]] || network=(--network host --build-arg "http_proxy=http://127.0.0.1:$PACKAGE_PROXY_PORT")
  dock build --progress plain "${network[@]}" "$@" >>"$RESULTS/build.log" 2>&1 || fail "a build failed; see $RESULTS/build.log"
}

make_base() {
  note "no registry is reached: $BASE is made with mmdebstrap"
  http_proxy="http://127.0.0.1:$PACKAGE_PROXY_PORT" mmdebstrap --variant=minbase --include=ca-certificates trixie \
    "$WORK/base.tar" >"$RESULTS/base.log" 2>&1
  dock import "$WORK/base.tar" "$BASE" >/dev/null
}

# make_stand_in IMAGE PACKAGES...: Debian's packages under the name of somebody else's image.
make_stand_in() {
  local image="$1"
  shift
  note "no registry is reached: $image is made of Debian's $*"
  mkdir -p "$WORK/stand-in"
  printf 'FROM %s\nRUN apt-get update && apt-get install -y --no-install-recommends %s && install -d -o 999 -g 999 /data\n' \
    "$BASE" "$*" >"$WORK/stand-in/Dockerfile"
  build --tag "$image" "$WORK/stand-in"
}
