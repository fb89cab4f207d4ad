# shellcheck shell=bash
# Installs services for systemd: programs in /usr/lib/asyfleet, units, files of settings, and the user that they run as.

INSTALLABLE=(scheduler queue-server backend)

# install_services ROOT SERVICE...: below ROOT, which is empty for this machine itself.
install_services() {
  local below="$1" service
  shift
  for service in "$@"; do
    install_program "$below" "$service"
    install_unit "$below" "$service"
    install_settings "$below" "$service"
  done
}

# Replaced as a whole, so that no library of an older version stays behind.
install_program() {
  local below="$1" service="$2"
  local target="$below/usr/lib/asyfleet/$service"
  install -d "$target.new/lib"
  install -m 644 "$(module_jar "$service")" "$target.new/$service.jar"
  install -m 644 "$ROOT/$service"/target/lib/*.jar "$target.new/lib/"
  rm -rf "$target"
  mv "$target.new" "$target"
  say "installed $target"
}

install_unit() {
  local unit="$1/etc/systemd/system/asyfleet-$2.service"
  install -D -m 644 "$ROOT/deploy/systemd/asyfleet-$2.service" "$unit"
  say "installed $unit"
}

# Settings of an earlier installation stay as they are. They may hold tokens, so only the service reads them.
install_settings() {
  local file="$1/etc/asyfleet/$2.conf"
  if [[ -e "$file" ]]; then
    say "kept $file"
    return
  fi
  install -D -m 640 "$ROOT/deploy/systemd/$2.conf" "$file"
  if [[ -z "$1" ]]; then chgrp asyfleet "$file"; fi
  say "installed $file; look into it before you start the service"
}

ensure_user() {
  if getent passwd asyfleet > /dev/null; then return; fi
  useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin asyfleet
  say "made the user asyfleet"
}

check_installable() {
  local service
  (($# > 0)) || usage_error "install: no service given; it knows ${INSTALLABLE[*]}"
  for service in "$@"; do
    [[ " ${INSTALLABLE[*]} " == *" $service "* ]] ||
      usage_error "install: '$service' is no service; it knows ${INSTALLABLE[*]}"
  done
}

tell_systemd() {
  local -a units=("${@/#/asyfleet-}")
  if [[ -d /run/systemd/system ]]; then systemctl daemon-reload; fi
  say "start with: systemctl enable --now ${units[*]}"
}
