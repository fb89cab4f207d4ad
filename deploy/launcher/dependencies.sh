# shellcheck shell=bash
# shellcheck disable=SC2119,SC2120 # arguments come from checksums.sh
# Lists the libraries of the product and of its tests, with the licences that their POMs name; or the libraries of the product
# as a bill of materials.

LICENCES="$ROOT/target/licences.txt"
SBOM="$ROOT/target/asyfleet-sbom.json"

list_licences() {
  run_maven --quiet license:aggregate-add-third-party "$@"
}

# The modules must be compiled in the same run, or Maven would look for them in its repository.
write_sbom() {
  run_maven --quiet test-compile cyclonedx:makeAggregateBom -Dspotless.check.skip=true "$@"
}

command_dependencies() {
  [[ $# == 0 || "$*" == --sbom ]] || usage_error "dependencies: unknown argument '$1'; it takes --sbom or none"
  ensure_packages plain
  use_jdk
  ensure_maven
  lock_build
  if (($# == 1)); then
    write_sbom >&2 || die "the bill of materials could not be made"
    unlock_build
    say "written: $SBOM"
    return
  fi
  list_licences >&2 || die "the licences could not be read"
  unlock_build
  awk -F'|' 'BEGIN { row("ARTIFACT", "VERSION", "LICENCE") } { row($1, $2, $3) }
    function row(artifact, version, licence) { printf "%-58s %-16s %s\n", artifact, version, licence }' "$LICENCES"
  cat <<'END'

Known advisories were NOT checked: that needs a database on the Internet. Where there is one within reach:
  osv-scanner scan --lockfile gradle/verification-metadata.xml
END
}
