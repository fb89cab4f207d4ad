# shellcheck shell=bash
# What the machine must have, and how Debian's apt brings what it lacks.

# command | Debian package | needed or wanted | what it is for
RENDER_TOOLS=(
  'asy|asymptote|needed|renders the figures'
  'latex|texlive-latex-base|needed|sets the labels'
  'gs|ghostscript|needed|makes PDF and PNG'
  'dvisvgm|dvisvgm|needed|makes SVG'
  'bwrap|bubblewrap|needed|confines each figure in a sandbox'
  'redis-server|redis-server|wanted|keeps the queues (without it a bundled Redis is used)'
)

# Sets MISSING_PACKAGES to the packages that bring the absent tools of the given requirement.
find_missing_tools() {
  local requirement="$1" entry tool package needed
  MISSING_PACKAGES=()
  for entry in "${RENDER_TOOLS[@]}"; do
    IFS='|' read -r tool package needed _ <<<"$entry"
    [[ "$needed" == "$requirement" ]] || continue
    has "$tool" || MISSING_PACKAGES+=("$package")
  done
}

# What `up`, `test` and `backend` need besides a JDK. A tool that is only wanted is never a reason to stop.
ensure_render_tools() {
  local needed
  find_missing_tools needed
  needed=("${MISSING_PACKAGES[@]}")
  find_missing_tools wanted
  if ((${#needed[@]} > 0)); then
    install_packages "${needed[@]}" "${MISSING_PACKAGES[@]}"
  elif ((${#MISSING_PACKAGES[@]} > 0)) && may_install; then
    install_packages "${MISSING_PACKAGES[@]}"
  fi
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
  as_root apt-get update -qq || say "apt-get update failed; trying with the package lists that are here"
  [[ " $* " != *' redis-server '* ]] || block_service_starts
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2; then
    allow_service_starts
    die "apt could not install the packages; see its message above, then try: $(install_command "$@")"
  fi
  allow_service_starts
  hash -r
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

# Debian starts a packaged service when it is installed. Nobody asked for a Redis on port 6379, so starts are
# refused for the moment by Debian's own means, unless the machine has such a policy already.
POLICY=/usr/sbin/policy-rc.d
POLICY_IS_OURS=no

block_service_starts() {
  [[ ! -e "$POLICY" ]] || return 0
  say "for the moment $POLICY keeps apt from starting a Redis service, which Asyfleet does not use"
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
