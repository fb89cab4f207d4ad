# shellcheck shell=bash
# shellcheck disable=SC2119,SC2120 # arguments come from checksums.sh
# Lists the libraries of the product and of its tests, with the licences that their POMs name.

LICENCES="$ROOT/target/licences.txt"

list_licences() {
  run_maven --quiet license:aggregate-add-third-party "$@"
}

command_dependencies() {
  (($# == 0)) || usage_error "dependencies: unknown argument '$1'; it takes none"
  ensure_packages plain
  use_jdk
  ensure_maven
  lock_build
  list_licences >&2 || die "the licences could not be read"
  unlock_build
  awk -F'|' 'BEGIN { row("ARTIFACT", "VERSION", "LICENCE") } { row($1, $2, $3) }
    function row(artifact, version, licence) { printf "%-58s %-16s %s\n", artifact, version, licence }' "$LICENCES"
  cat <<'END'

Known advisories were NOT checked: that needs a database on the Internet. Where there is one within reach:
  osv-scanner scan --lockfile gradle/verification-metadata.xml
END
}
