# shellcheck shell=bash
# The tools of docs/recipes that are no packages of Debian: from npm and PyPI, in the versions that the recipes name.

# test --recipes: what the tests of the recipes need beside that of all tests.
ensure_recipe_packages() {
  ensure_packages tests
  has npm || install_packages npm
  python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
}

# Fills target/recipe-tools, or brings it to the versions of now, and lets the tests use it.
fill_recipe_tools() {
  local tools="$ROOT/target/recipe-tools"
  say "bringing the tools of the recipes from npm and PyPI to $tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" --quiet --disable-pip-version-check install --requirement "$ROOT/docs/recipes/requirements.txt" ||
    die "pip failed; it needs the Python Package Index"
  cp -- "$ROOT/docs/recipes/package.json" "$tools/"
  npm --prefix "$tools" --silent --no-audit --no-fund install || die "npm failed; it needs the registry of npm"
  export ASYFLEET_RECIPE_TOOLS="$tools"
}
