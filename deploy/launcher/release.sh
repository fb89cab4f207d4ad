# shellcheck shell=bash
# Makes a release: the archive with the client, and the Java library in the local repository of Maven.

RELEASED_LIBRARIES=(common-protocol client)

# make_release DIR
make_release() {
  local directory="$1" name stage
  name="asyfleet-client-$(product_version)"
  stage="$(mktemp -d)"
  # shellcheck disable=SC2064 # the value of now
  trap "rm -rf ${stage@Q}" EXIT
  stage_client "$stage/$name"
  mkdir -p -- "$directory"
  # Equal contents make equal archives, whoever packs them and when.
  tar --create --gzip --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git_time)" \
    --directory "$stage" --file "$directory/$name.tar.gz" "$name"
  (cd -- "$directory" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
  rm -rf "$stage"
  trap - EXIT
  say "made $directory/$name.tar.gz ($(du -h "$directory/$name.tar.gz" | cut -f1))"
}

git_time() {
  git -C "$ROOT" log -1 --format=%ct 2>/dev/null || echo 0
}

stage_client() {
  local target="$1" shell
  install -D -m 755 "$ROOT/deploy/release/asyfleet" "$target/bin/asyfleet"
  install -D -m 644 "$(module_jar client)" "$target/lib/client.jar"
  install -d "$target/lib/lib"
  install -m 644 "$ROOT"/client/target/lib/*.jar "$target/lib/lib/"
  install -m 644 "$ROOT/LICENSE" "$ROOT/deploy/release/README.md" "$target/"
  for shell in bash zsh fish man; do
    install -d "$target/$(dirname -- "$(completion_file "$shell")")"
    "$JDK/bin/java" -jar "$target/lib/client.jar" completion "$shell" >"$target/$(completion_file "$shell")"
  done
}

completion_file() {
  case "$1" in
    bash) echo share/bash-completion/completions/asyfleet ;;
    zsh) echo share/zsh/site-functions/_asyfleet ;;
    fish) echo share/fish/vendor_completions.d/asyfleet.fish ;;
    man) echo share/man/man1/asyfleet.1 ;;
  esac
}

# Jars of sources and documentation are made by the tools of the JDK, so the build needs no plugin for them.
install_library() {
  local work module version
  version="$(product_version)"
  work="$(mktemp -d)"
  # shellcheck disable=SC2064 # the value of now
  trap "rm -rf ${work@Q}" EXIT
  lock_build
  run_maven --quiet install:install-file "-Dfile=$ROOT/pom.xml" "-DpomFile=$ROOT/pom.xml" -Dpackaging=pom
  for module in "${RELEASED_LIBRARIES[@]}"; do
    "$JDK/bin/jar" --create --file "$work/$module-sources.jar" -C "$ROOT/$module/src/main/java" .
    "$JDK/bin/javadoc" -quiet -Xdoclint:none -d "$work/$module" -sourcepath "$ROOT/$module/src/main/java" \
      -classpath "$ROOT/$module/target/classes:$ROOT/client/target/lib/*" -subpackages asyfleet &>"$work/log" ||
      { tail -n 20 "$work/log" >&2 && die "javadoc failed"; }
    "$JDK/bin/jar" --create --file "$work/$module-javadoc.jar" -C "$work/$module" .
    run_maven --quiet install:install-file "-Dfile=$(module_jar "$module")" "-DpomFile=$ROOT/$module/pom.xml" \
      "-Dsources=$work/$module-sources.jar" "-Djavadoc=$work/$module-javadoc.jar"
  done
  unlock_build
  rm -rf "$work"
  trap - EXIT
  say "installed asyfleet:client:$version, with sources and Javadoc, in the local repository of Maven"
}
