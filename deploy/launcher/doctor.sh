# shellcheck shell=bash
# Says in words what this machine has and lacks. Fails if `./asyfleet up` would not work as things are.

PROBLEMS=0

has_it() {
  printf '  ok       %s\n' "$*"
}

# Worth knowing, but `up` works without it.
note() {
  printf '  note     %s\n' "$*"
}

lacks() {
  printf '  missing  %s\n' "$*"
  PROBLEMS=$((PROBLEMS + 1))
}

doctor() {
  local port="$1"
  describe_machine
  check_jdk
  check_maven
  check_render_tools
  check_display
  check_compiler
  check_user_namespaces
  check_redis
  check_port "$port"
  check_disk
  check_memory
  check_memory_groups
  describe_figures
  conclude
}

describe_machine() {
  local system
  # shellcheck source=/dev/null
  system="$(. /etc/os-release 2>/dev/null && printf '%s' "$PRETTY_NAME")" || system="$(uname -s)"
  printf 'Asyfleet %s on %s, %s, %s cores\n\n' "$(product_version)" "$system" "$(uname -m)" "$(getconf _NPROCESSORS_ONLN)"
}

check_jdk() {
  if find_jdk; then
    has_it "JDK $JDK_VERSION at $JDK"
  else
    lacks "a JDK 17 or newer, which builds and runs the services (package $JDK_PACKAGE)"
  fi
}

check_maven() {
  [[ -z "${JDK:-}" ]] || export JAVA_HOME="$JDK"
  if maven_on_path; then
    has_it "Maven $MAVEN_VERSION at $(command -v mvn)"
  elif wrapper_can_download; then
    note "no Maven $MAVEN_OLDEST or newer on the PATH: ./mvnw will fetch one"
  else
    lacks "Maven $MAVEN_OLDEST or newer, which builds the services (package maven; or ${WRAPPER_PACKAGES[*]} for ./mvnw)"
  fi
}

check_render_tools() {
  local entry tool package requirement purpose
  for entry in "${RENDER_TOOLS[@]}"; do
    IFS='|' read -r tool package requirement purpose <<<"$entry"
    [[ "$requirement" == needed ]] || continue
    if has "$tool"; then
      has_it "$(tool_version "$tool")"
    else
      lacks "$tool, which $purpose (package $package)"
    fi
  done
}

check_display() {
  if has Xvfb; then
    has_it "Xvfb, which draws figures in three dimensions as svg, pdf and png"
  else
    note "no Xvfb: figures in three dimensions are drawn as vectors, less well (package xvfb); html shows them right"
  fi
}

check_compiler() {
  if has_tool cc; then
    has_it "a C compiler, for what lets figures start fast"
  else
    note "no C compiler with the headers of the C library: figures start slower (packages gcc and libc6-dev)"
  fi
}

tool_version() {
  case "$1" in
    asy) printf 'Asymptote %s' "$(asy --version 2>&1 | sed -n 's/^Asymptote version \([^ ]*\).*/\1/p')" ;;
    latex) printf 'LaTeX: %s' "$(latex --version | head -n 1)" ;;
    gs) printf 'Ghostscript %s' "$(gs --version)" ;;
    dvisvgm) dvisvgm --version | head -n 1 ;;
    bwrap) bwrap --version | head -n 1 ;;
    *) printf '%s' "$1" ;;
  esac
}

# Looking at kernel settings does not tell: they differ by distribution, and containers forbid in their own ways.
check_user_namespaces() {
  local said
  has bwrap || return 0
  if said="$(bwrap --unshare-all --unshare-user --die-with-parent --ro-bind / / true 2>&1)"; then
    has_it "a sandbox can be made: bubblewrap gets its own user namespace"
  else
    lacks "user namespaces, without which bubblewrap makes no sandbox. It says: ${said:-nothing}." \
      "What to allow on this machine: './asyfleet doctor --sandbox'"
  fi
}

check_redis() {
  local version
  version="$(redis_version)"
  if [[ -z "$version" ]]; then
    note "no redis-server on the PATH: the bundled Redis will be used (package redis-server)"
  elif at_least "$version" 7; then
    has_it "redis-server $version"
  else
    note "redis-server $version is older than 7: the bundled Redis will be used"
  fi
}

redis_version() {
  has redis-server || return 0
  redis-server --version | sed -n 's/.* v=\([0-9.]*\).*/\1/p'
}

check_port() {
  if port_in_use "$1"; then
    lacks "port $1: something listens there already (choose another: ./asyfleet up --port $(($1 < 65535 ? $1 + 1 : 8081)))"
  else
    has_it "port $1 is free"
  fi
}

# A connection that is accepted is the proof; it needs no tool and no privilege.
port_in_use() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

check_disk() {
  local free
  free="$(df -Pk "$ROOT" | awk 'NR == 2 { print int($4 / 1024) }')"
  if ((free < 1024)); then
    lacks "disk space: $free MiB free at $ROOT, the build and its libraries want 1024"
  else
    has_it "$((free / 1024)) GiB of disk free at $ROOT"
  fi
}

check_memory() {
  local available
  available="$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo 2>/dev/null)"
  if [[ -z "$available" ]]; then
    note "this system does not say how much memory is available"
  elif ((available < 1024)); then
    note "$available MiB of memory available: two slots want about 1024"
  else
    has_it "$((available / 1024)) GiB of memory available"
  fi
}

# Only a first look: the backend tries it out, and `doctor --sandbox` says how that went.
check_memory_groups() {
  local group
  group="$(own_control_group)"
  if [[ -n "$group" && -w "$group/cgroup.procs" ]] && grep -qw memory "$group/cgroup.controllers"; then
    has_it "a control group that may limit the memory of tasks: $group"
  else
    note "no control group for the memory of tasks: it is watched, not limited by the kernel" \
      "(systemd: Delegate=yes; a container: a control group of its own that it may write to)"
  fi
}

# What figures can have here, in the words of those who draw them.
describe_figures() {
  has asy && has kpsewhich || return 0
  printf '\nFigures can have here:\n'
  can 'labels with umlauts and accents' standard has latex
  can 'labels in Russian, Ukrainian, Bulgarian, Serbian' standard has_tex_files t2aenc.def sfrm1200.pfb
  can 'labels with units, chemistry, crossed-out terms' standard has_tex_files siunitx.sty mhchem.sty cancel.sty
  can 'labels in Times, Helvetica, Courier' standard has_tex_files ptmr7t.tfm phvr7t.tfm pcrr7t.tfm
  can 'labels by lualatex' full has lualatex
  can 'labels by xelatex' full has xelatex
  can 'labels in Chinese, Japanese, Korean (by xelatex)' full has_cjk
  describe_formats
}

describe_formats() {
  can 'svg' standard has dvisvgm
  can 'pdf, eps, png' standard has gs
  can 'html, in which 3D figures turn' standard has asy
}

# can WORDS SET TEST...: says yes or no, and which set of TeX packages would bring it.
can() {
  local words="$1" set="$2"
  shift 2
  if "$@" >/dev/null 2>&1; then
    printf '  yes      %s\n' "$words"
  else
    printf '  no       %s: ./asyfleet up --tex %s brings it\n' "$words" "$set"
  fi
}

has_tex_files() {
  local file
  for file in "$@"; do
    kpsewhich "$file" || return 1
  done
}

has_cjk() {
  has xelatex && has fc-list && [[ -n "$(fc-list :lang=zh family | head -n 1)" ]]
}

own_control_group() {
  local mount path
  mount="$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts 2>/dev/null)"
  path="$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)"
  [[ -z "$mount" || -z "$path" ]] || printf '%s%s' "$mount" "${path%/}"
}

conclude() {
  if ((PROBLEMS == 0)); then
    # shellcheck disable=SC2016 # the backquotes are for the reader
    printf '\n`./asyfleet up` works here.\n'
    return 0
  fi
  # shellcheck disable=SC2016
  printf '\nAs it is, `./asyfleet up` would not work: %d missing.\n' "$PROBLEMS"
  suggest_install
  return 1
}

suggest_install() {
  find_missing_packages renders
  ((${#NEEDED[@]} > 0)) || return 0
  if may_install; then
    # shellcheck disable=SC2016
    printf '`./asyfleet up` installs this by itself, with:\n'
  else
    printf 'Install this, as root:\n'
  fi
  printf '  %s\n' "$(install_command "${NEEDED[@]}")"
}
