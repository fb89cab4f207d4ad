# shellcheck shell=bash
# shellcheck disable=SC2034 # STEP is read in progress.sh
# What the machine must have, and how Debian's apt brings what it lacks.

APT_LOG="$ROOT/target/asyfleet-apt.log"

# command | Debian packages | needed or wanted | what it is for
RENDER_TOOLS=(
  'asy|asymptote|needed|renders the figures'
  'latex|texlive-latex-base|needed|sets the labels'
  'gs|ghostscript|needed|makes PDF and PNG'
  'dvisvgm|dvisvgm|needed|makes SVG'
  'bwrap|bubblewrap|needed|confines each figure in a sandbox'
  'Xvfb|xvfb|wanted|draws figures in three dimensions (without it they are drawn as vectors, less well)'
  'cc|gcc libc6-dev|wanted|compiles what lets figures start fast (without it they start slower)'
  'redis-server|redis-server|wanted|keeps the queues (without it a bundled Redis is used)'
)

# What labels of figures use, by the set that --tex chooses; each set has what those before it have. The sizes are what
# the packages took on a Debian 12 that had the set before: standard 167 MB to fetch, 354 MB on disk; full 97 and 164 more.
TEX_SET=standard
TEX_STANDARD=(texlive-latex-extra texlive-fonts-recommended texlive-science texlive-lang-cyrillic cm-super lmodern)
TEX_FULL=(texlive-xetex texlive-lang-cjk fonts-noto-cjk)

# What ./mvnw fetches Maven with; only where there is no `mvn`.
WRAPPER_PACKAGES=(curl unzip ca-certificates)

# The tools of docs/recipes that are small, and the shells that the client has completions for: 40 MB to
# fetch. The other tools of recipes are for who asks for them (test --recipes).
RECIPE_TOOLS=(latexmk hugo pandoc)
USER_TOOLS=(zsh fish)

# The browser in which the tests open the page.
BROWSERS=(chromium chromium-browser google-chrome)

# Installs, in one go, what is missing for a build and, if the argument is `renders`, for running Asymptote; for `tests`
# a browser, a program that makes containers, Prometheus' checker of rules, shells and tools of the recipes as well.
ensure_packages() {
  find_missing_packages "$1"
  if ((${#NEEDED[@]} > 0)); then
    install_packages "${NEEDED[@]}" "${WANTED[@]}"
  elif ((${#WANTED[@]} > 0)) && may_install; then
    install_packages "${WANTED[@]}"
  fi
}

# Sets NEEDED and WANTED. That something is only wanted is never a reason to stop.
find_missing_packages() {
  local tool
  NEEDED=()
  WANTED=()
  if [[ "$1" != plain ]]; then
    find_missing_tools
    find_missing_tex
  fi
  if [[ "$1" == tests ]]; then
    has_browser || WANTED+=(chromium)
    has_runc || WANTED+=(runc)
    has promtool || WANTED+=(prometheus)
    find_missing_valkey
    for tool in "${RECIPE_TOOLS[@]}" "${USER_TOOLS[@]}"; do has "$tool" || WANTED+=("$tool"); done
  fi
  find_jdk || NEEDED+=("$JDK_PACKAGE")
  # For the web pages. On x86-64 it is among the libraries that Maven fetches; for other machines there is none.
  [[ "$(uname -m)" == x86_64 ]] || has esbuild || NEEDED+=(esbuild)
  has mvn || wrapper_can_download || NEEDED+=("${WRAPPER_PACKAGES[@]}")
}

has_browser() {
  local browser
  for browser in "${BROWSERS[@]}"; do has "$browser" && return; done
  say "a browser is missing, in which the tests open the page; it is the largest package of the set-up"
  return 1
}

# Debian has it where only root looks for programs.
has_runc() {
  { has runc || [[ -x /usr/sbin/runc ]]; } && return
  say "runc is missing, with which the tests try the sandbox in containers"
  return 1
}

# The other Redis that an operator may have. Debian 12 and older do not have it.
find_missing_valkey() {
  has valkey-server && return
  if has apt-cache && apt-cache show valkey-server >/dev/null 2>&1; then
    WANTED+=(valkey-server)
  else
    say "no valkey-server here, nor among the packages of this system: the tests use Redis alone"
  fi
}

find_missing_tools() {
  local entry tool names requirement
  local -a packages
  for entry in "${RENDER_TOOLS[@]}"; do
    IFS='|' read -r tool names requirement _ <<<"$entry"
    if has_tool "$tool"; then continue; fi
    read -ra packages <<<"$names"
    if [[ "$requirement" == needed ]]; then NEEDED+=("${packages[@]}"); else WANTED+=("${packages[@]}"); fi
  done
}

# A compiler alone compiles nothing: Debian has the headers of the C library in a package that it only recommends.
has_tool() {
  has "$1" || return
  [[ "$1" != cc ]] || cc -E -include stdio.h -x c /dev/null >/dev/null 2>&1
}

# What ./asyfleet chaos needs beside Asymptote: a Redis that it can kill, and a clock that it can turn for one process.
ensure_chaos_packages() {
  has redis-server || install_packages redis-server
  has_fake_clock && return
  if may_install; then
    install_packages libfaketime
  else
    say "no libfaketime here, so no clock will jump; $(install_command libfaketime) brings it"
  fi
}

has_fake_clock() {
  compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null
}

# Only where packages are Debian's: elsewhere nobody knows by their names what is there.
find_missing_tex() {
  local package
  local -a wanted=()
  has dpkg-query || return 0
  [[ "$TEX_SET" == minimal ]] || wanted+=("${TEX_STANDARD[@]}")
  [[ "$TEX_SET" != full ]] || wanted+=("${TEX_FULL[@]}")
  for package in "${wanted[@]}"; do
    is_installed "$package" || WANTED+=("$package")
  done
}

is_installed() {
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

# Takes --tex SET out of the arguments, which are in ARGUMENTS then.
take_tex_set() {
  ARGUMENTS=()
  while (($# > 0)); do
    case "$1" in
      --tex)
        choose_tex_set "${2:-}"
        shift
        ;;
      --tex=*) choose_tex_set "${1#*=}" ;;
      *) ARGUMENTS+=("$1") ;;
    esac
    (($# == 0)) || shift
  done
}

choose_tex_set() {
  case "$1" in
    minimal | standard | full) TEX_SET="$1" ;;
    *) usage_error "--tex: '$1' is no set of TeX packages; it knows minimal, standard and full" ;;
  esac
}

# Sets AS_ROOT to what goes before a command that needs root; fails when this user may not become root.
may_install() {
  AS_ROOT=()
  has apt-get || return 1
  [[ "$(id -u)" != 0 ]] || return 0
  has sudo || return 1
  if sudo -n true 2>/dev/null; then
    AS_ROOT=(sudo -n)
  elif [[ -t 0 && -t 2 ]]; then
    AS_ROOT=(sudo)
  else
    return 1
  fi
}

install_command() {
  printf 'apt-get install -y --no-install-recommends %s' "$*"
}

# Installs the packages and says so, or prints the commands for somebody who may and stops.
install_packages() {
  if ! may_install; then
    explain_install "$@"
    exit 1
  fi
  say "installing with apt: $*"
  [[ -z "${AS_ROOT[*]}" ]] || say "as root, through: ${AS_ROOT[*]}"
  (run_apt update) || say "going on with the package lists that are here"
  [[ ! " $* " =~ ' redis-server '|' valkey-server '|' prometheus ' ]] || block_service_starts
  run_apt install -y --no-install-recommends "$@"
  allow_service_starts
  hash -r
}

run_apt() {
  mkdir -p "$ROOT/target"
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 "$@" 2>&1 </dev/null |
    tee "$APT_LOG" | show_progress describe_apt_line; then
    grep '^E:' "$APT_LOG" >&2 || tail -n 5 "$APT_LOG" >&2
    die "apt failed; all of its output is in $APT_LOG"
  fi
}

describe_apt_line() {
  if [[ "$1" =~ ^(Get:|Unpacking|Setting\ up|Processing) ]]; then STEP="${1:0:80}"; fi
}

explain_install() {
  if has apt-get; then
    say "these packages are missing and this user may not install them; please run:"
    printf '  sudo apt-get update\n  sudo %s\n' "$(install_command "$@")" >&2
  else
    say "missing, and there is no apt-get here to install it; please install what Debian calls: $*"
  fi
}

as_root() {
  "${AS_ROOT[@]}" "$@"
}

# Debian starts a packaged service when it is installed. Nobody asked for a Redis on port 6379 or a Prometheus on 9090, so
# starts are refused for the moment by Debian's own means, unless the machine has such a policy already.
POLICY=/usr/sbin/policy-rc.d
POLICY_IS_OURS=no

block_service_starts() {
  [[ ! -e "$POLICY" ]] || return 0
  say "for the moment $POLICY keeps apt from starting services, which Asyfleet does not use"
  # shellcheck disable=SC2016 # $0 is for the shell that runs as root
  as_root sh -c 'printf "#!/bin/sh\nexit 101\n" >"$0" && chmod 755 "$0"' "$POLICY" || return 0
  POLICY_IS_OURS=yes
  trap allow_service_starts EXIT
}

allow_service_starts() {
  [[ "$POLICY_IS_OURS" == yes ]] || return 0
  as_root rm -f "$POLICY"
  POLICY_IS_OURS=no
  trap - EXIT
}
