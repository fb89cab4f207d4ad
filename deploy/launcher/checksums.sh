# shellcheck shell=bash
# The SHA-256 of every artifact that the build uses, and the check of what was fetched.
# Newer Mavens check by themselves, before they use an artifact: .mvn/maven.config tells them to. Older ones ignore that,
# so the launcher looks at their repository after the build, before anything that was built is started.

CHECKSUMS="$ROOT/.mvn/checksums/checksums.sha256"
GRADLE_CHECKSUMS="$ROOT/gradle/verification-metadata.xml"

# The repository that an older Maven used, as far as its arguments tell.
local_repository() {
  local argument found="$HOME/.m2/repository"
  # shellcheck disable=SC2086 # one argument per word
  for argument in ${MAVEN_ARGS:-} "$@"; do
    [[ "$argument" != -Dmaven.repo.local=* ]] || found="${argument#*=}"
  done
  printf '%s' "$found"
}

# check_artifacts ARGUMENTS...: after a run of an older Maven with these arguments.
check_artifacts() {
  local repository listed
  repository="$(local_repository "$@")"
  listed="$(listed_files "$repository")"
  if [[ -z "$listed" ]]; then
    say "not checked against $CHECKSUMS: no artifact of the list is in $repository"
    return 0
  fi
  (cd -- "$repository" && sha256sum --check --quiet <<<"$listed" >&2) ||
    die "these files of $repository are not what $CHECKSUMS lists; delete them and build again"
}

# The lines of the list whose file is in the given directory.
listed_files() {
  local sum file
  while read -r sum file; do
    [[ ! -e "$1/$file" ]] || printf '%s  %s\n' "$sum" "$file"
  done <"$CHECKSUMS"
}

# Fetches everything anew, so that nothing that was changed on this machine gets into the list. Takes the wrapper's
# Maven where it can: Maven's versions do not fetch quite the same.
record_checksums() {
  # shellcheck disable=SC2034 # read in run_maven, which must not check against the old list
  local repository MAVEN_CHECKS_FROM=0
  maven_from_wrapper || ensure_maven
  repository="$(mktemp -d)"
  say "fetching every artifact anew into $repository to record its checksum (minutes)"
  fetch_all -Dmaven.repo.local="$repository" -Daether.artifactResolver.postProcessor.trustedChecksums=false ||
    die "nothing recorded: the build failed"
  (cd -- "$repository" && list_artifacts | xargs -d '\n' sha256sum) >"$CHECKSUMS"
  gradle_metadata <"$CHECKSUMS" >"$GRADLE_CHECKSUMS"
  rm -rf -- "$repository"
  say "recorded $(wc -l <"$CHECKSUMS") artifacts; look at the difference before you commit it: git diff .mvn/checksums"
}

# One run of each thing that fetches: plugins, formatter, test engine, fuzzer, the list of licences and the bill of materials. A test must
# run, because the engine is fetched for the first one.
fetch_all() {
  run_maven clean verify -Dtest=BuildParityTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dit.test=None -Dfailsafe.failIfNoSpecifiedTests=false "$@" >&2 &&
    fetch_jazzer "$@" >&2 && make_class_paths "$@" >&2 && list_licences "$@" >&2 && write_sbom "$@" >&2
}

list_artifacts() {
  find . \( -name '*.jar' -o -name '*.pom' \) -printf '%P\n' | LC_ALL=C sort
}

# The jars of the list in the form of Gradle. It says nothing of POMs, because Gradle reads other metadata as well,
# which Maven never fetches.
gradle_metadata() {
  cat <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by ./asyfleet build --record-checksums from .mvn/checksums/checksums.sha256. -->
<verification-metadata xmlns="https://schema.gradle.org/dependency-verification">
   <configuration>
      <verify-metadata>false</verify-metadata>
      <verify-signatures>false</verify-signatures>
   </configuration>
   <components>
END
  awk '/\.jar$/ {
    parts = split($2, part, "/")
    group = part[1]
    for (i = 2; i <= parts - 3; i++) group = group "." part[i]
    component = sprintf("<component group=\"%s\" name=\"%s\" version=\"%s\">", group, part[parts - 2], part[parts - 1])
    if (component != last) {
      if (last) print "      </component>"
      print "      " component
      last = component
    }
    printf "         <artifact name=\"%s\"><sha256 value=\"%s\"/></artifact>\n", part[parts], $1
  }
  END { print "      </component>" }'
  printf '   </components>\n</verification-metadata>\n'
}
