# shellcheck shell=bash
# The commands of ./asyfleet and their arguments.

# shellcheck disable=SC2034,SC2153 # NO_BUILD is read in services.sh; ROOT and ARGUMENTS are set in other parts

NO_BUILD=no

main() {
  if [[ "${1:-}" == --no-build ]]; then
    NO_BUILD=yes
    shift
  fi
  local command="${1:-}"
  (($# == 0)) || shift
  if wants_help "$@"; then
    NO_BUILD=yes # whoever wants to read installs and builds nothing
    case "$command" in
      test | doctor | build | install | release | fuzz | dependencies)
        help_of "$command"
        return
        ;;
    esac
  fi
  case "$command" in
    up) command_up "$@" ;;
    test) command_test "$@" ;;
    doctor) command_doctor "$@" ;;
    build) command_build "$@" ;;
    install) command_install "$@" ;;
    release) command_release "$@" ;;
    fuzz) command_fuzz "$@" ;;
    mutate) command_mutate "$@" ;;
    dependencies) command_dependencies "$@" ;;
    queue-server | scheduler) run_prepared plain "$command" "$@" ;;
    client) run_client client "$@" ;;
    backend) run_prepared renders backend "$@" ;;
    render | asy | shell | stats | version | admin) run_client client "$command" "$@" ;;
    completion) command_completion "$@" ;;
    explain) command_explain "$@" ;;
    conformance | model | simulate) run_prepared plain lab "$command" "$@" ;;
    docs) run_prepared plain lab docs --from "$ROOT" "$@" ;;
    attack) run_prepared renders lab attack "$@" ;;
    load) run_client lab load "$@" ;;
    chaos) command_chaos "$@" ;;
    ring) run_prepared renders ring "$@" ;;
    bench) command_bench "$@" ;;
    -h | --help | help) help ;;
    -V | --version) printf 'asyfleet %s\n' "$(product_version)" ;;
    '') usage_error "no command given; ./asyfleet up runs everything, ./asyfleet --help lists all commands" ;;
    *) usage_error "unknown command '$command'; ./asyfleet --help lists them all" ;;
  esac
}

wants_help() {
  [[ " $* " == *" --help "* || " $* " == *" -h "* ]]
}

command_up() {
  take_tex_set "$@"
  set -- "${ARGUMENTS[@]}"
  check_up_arguments "$@"
  run_prepared renders deploy/standalone "$@"
}

# The program checks its arguments too; here a slip is caught before minutes of set-up.
check_up_arguments() {
  while (($# > 0)); do
    case "$1" in
      --port=*) check_port_argument "${1#*=}" ;;
      --port)
        check_port_argument "${2:-}"
        shift
        ;;
      --slots | --redis | --bind | --redis-patience | --data-directory | --config | --log-level | --log-format | --otlp-endpoint)
        (($# > 1)) || usage_error "$1 wants a value; ./asyfleet up --help says which"
        shift
        ;;
      --slots=* | --redis=* | --bind=* | --redis-patience=* | --data-directory=* | -h | --help) ;;
      --config=* | --log-level=* | --log-format=* | --otlp-endpoint=*) ;;
      *)
        usage_error "up: unknown argument '$1'; it knows --port, --slots, --redis, --bind, --redis-patience," \
          "--data-directory, --config, --log-level, --log-format, --otlp-endpoint, --tex and --help"
        ;;
    esac
    shift
  done
}

# Port 0 asks the system for a free one.
check_port_argument() {
  is_port "$1" || usage_error "--port: '$1' is not a port; give a number from 0 to 65535"
  if ((10#$1 != 0)) && port_in_use "$1"; then
    die "port $1 is in use; stop what listens there or choose another with --port"
  fi
}

is_port() {
  [[ "$1" =~ ^[0-9]{1,5}$ ]] && ((10#$1 <= 65535))
}

command_test() {
  local -a goal=(verify)
  local needs=tests
  take_tex_set "$@"
  set -- "${ARGUMENTS[@]}"
  if [[ "${1:-}" == --fast ]]; then
    shift
    goal=(package -DexcludedGroups=slow) # for "test", Maven 3.9 would want checksums of directories
    needs=plain
  elif [[ "${1:-}" == --recipes ]]; then
    shift
    ensure_recipe_packages
    fill_recipe_tools
    set -- -pl deploy/standalone -am -Dit.test=RecipesIT -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false "$@"
  fi
  ensure_packages "$needs"
  use_jdk
  ensure_maven
  run_tests "${goal[@]}" "$@"
}

command_doctor() {
  case "${1:-}" in
    '') doctor 8080 ;;
    --port)
      is_port "${2:-}" || usage_error "--port: '${2:-}' is not a port; give a number from 0 to 65535"
      doctor "$2"
      ;;
    --sandbox) run_prepared renders backend doctor-sandbox "${@:2}" ;;
    *) usage_error "doctor: unknown argument '$1'; it knows --port and --sandbox" ;;
  esac
}

command_build() {
  ensure_packages plain
  use_jdk
  lock_build
  if [[ "$*" == --record-checksums ]]; then
    record_checksums
    return
  elif [[ "$*" == --twice ]]; then
    build_twice
    return
  fi
  ensure_maven
  build "$@"
  unlock_build
  say "built; ./asyfleet up starts it"
}

# --root is for packages and images; nothing on this machine is changed then.
command_install() {
  local root=''
  if [[ "${1:-}" == --root ]]; then
    [[ -n "${2:-}" ]] || usage_error "install: --root wants a directory"
    root="$2"
    shift 2
  fi
  check_installable "$@"
  if [[ -z "$root" ]]; then
    ((EUID == 0)) || die "install changes /etc and /usr/lib: run it as root"
    ensure_packages "$(if [[ " $* " == *' backend '* ]]; then echo renders; else echo plain; fi)"
    ensure_user
  fi
  if [[ "$NO_BUILD" == no ]]; then
    use_jdk
    ensure_built
  fi
  install_services "$root" "$@"
  if [[ -z "$root" ]]; then tell_systemd "$@"; fi
}

command_release() {
  local directory="${1:-$ROOT/target/release}"
  if (($# > 1)) || [[ "$directory" == -* ]]; then usage_error "release: expected one directory, or none"; fi
  if [[ "$NO_BUILD" == no ]]; then ensure_packages plain; fi
  use_jdk
  ensure_maven
  if [[ "$NO_BUILD" == no ]]; then ensure_built; fi
  [[ -e "$(module_jar client)" ]] || die "client is not built yet; leave --no-build out, or run ./asyfleet build"
  make_release "$(realpath -m -- "$directory")"
  install_library
}

# A client needs Asymptote only for a fleet of its own, which it starts by this launcher.
run_client() {
  local kind=plain
  [[ " $* " != *" --local "* ]] || kind=renders
  export ASYFLEET_LAUNCHER="$ROOT/asyfleet"
  run_prepared "$kind" "$@"
}

# The shell completes the commands of this launcher, too.
command_completion() {
  local more
  more="$(help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | paste -sd, -)"
  run_client client completion --more "$more" "$@"
}

# Of the newest `up` of this user on this machine, unless another fleet is named.
command_explain() {
  local base file newest=''
  if [[ " $*" != *" --redis"* && " $*" != *" --config"* && -z "${REDIS_URL:-}" && -z "${ASYFLEET_CONFIG:-}" ]]; then
    base="$HOME/.local/state"
    if ((EUID == 0)); then base=/var/lib; fi
    for file in "${XDG_STATE_HOME:-$base}"/asyfleet/up-*/fleet.conf; do
      if [[ -r "$file" && ( -z "$newest" || "$file" -nt "$newest" ) ]]; then newest="$file"; fi
    done
    [[ -z "$newest" ]] || set -- --config "$newest" "$@"
  fi
  run_prepared plain scheduler explain "$@"
}

command_chaos() {
  if [[ "$NO_BUILD" == no && "$*" != *--list-faults* ]]; then ensure_chaos_packages; fi
  run_prepared renders lab chaos "$@"
}

# The program copies the checkout and runs Maven in the copy, with the same arguments as the launcher does.
command_mutate() {
  local argument
  local -a arguments=()
  if [[ "$NO_BUILD" == no ]]; then
    ensure_packages renders
    use_jdk
    ensure_maven
  fi
  for argument in ${MAVEN_ARGS:-}; do arguments+=("--maven-arg=$argument"); done
  run_prepared renders lab mutate --root "$ROOT" --maven "${MAVEN:-mvn}" "${arguments[@]}" "$@"
}

# It starts services by this launcher, too, and these shall have been started before.
bench_all() {
  local module
  if [[ "$NO_BUILD" == no ]]; then
    ensure_packages renders
    use_jdk
    ensure_built
    for module in deploy/standalone queue-server scheduler; do ensure_archive "$module"; done
  fi
  run_prepared renders lab bench all --launcher "$ROOT/asyfleet" "${@:2}"
}

command_bench() {
  local what="${1:-}"
  case "$what" in
    -h | --help) run_prepared plain lab bench --help ;;
    scheduler) run_prepared plain lab bench "$@" ;;
    startup) bench_startup "$@" ;;
    equality | solids)
      if [[ "$NO_BUILD" == no && "$*" != *--examples* && ! -d /usr/share/doc/asymptote/examples ]]; then
        install_packages asymptote-doc
      fi
      run_prepared renders lab bench "$@"
      ;;
    render | fleet | clients | limiter | queue | page) run_prepared renders lab bench "$@" ;;
    all) bench_all "$@" ;;
    *) usage_error "bench: unknown benchmark '$what'; it knows all, scheduler, render, solids, equality, fleet, clients, limiter, queue, page and startup" ;;
  esac
}

# Measures the client as it is released.
bench_startup() {
  local staged="$ROOT/target/release/staged"
  if [[ "$NO_BUILD" == no ]]; then
    ensure_packages renders
    use_jdk
    ensure_built
    rm -rf "$staged"
    stage_client "$staged"
  fi
  run_prepared renders lab bench "$@" --client "$staged" --launcher "$ROOT/asyfleet"
}

# Of a command that the launcher itself carries out: its lines of the list of all commands, and examples.
help_of() {
  printf 'Usage: ./asyfleet %s [ARGUMENTS]\n\n' "$1"
  help | awk -v name="$1" '/^  [a-z]/ { shown = ($1 == name) } /^$/ { shown = 0 } shown'
  printf '\nExamples:\n'
  examples_of "$1" | sed 's/^/  asyfleet /'
}

examples_of() {
  case "$1" in
    test) printf '%s\n' test 'test --fast' 'test --recipes' 'test -pl scheduler -am -Dtest=CycleTest -Dsurefire.failIfNoSpecifiedTests=false' ;;
    doctor) printf '%s\n' doctor 'doctor --port 9000' 'doctor --sandbox' ;;
    build) printf '%s\n' build 'build --twice' ;;
    install) printf '%s\n' 'install scheduler queue-server' 'install --root /tmp/package backend' ;;
    release) printf '%s\n' release 'release ~/downloads' ;;
    fuzz) printf '%s\n' fuzz 'fuzz --minutes 10 ClientFrames' ;;
    dependencies) printf '%s\n' dependencies 'dependencies --sbom' ;;
  esac
}

help() {
  cat <<'END'
Asyfleet renders Asymptote figures for web users on a fleet of machines.

Usage: ./asyfleet [--no-build] COMMAND [ARGUMENTS]

  up              set up what is missing, build, and run everything on this machine
                    --port N       where clients connect (8080)
                    --slots N      figures rendered at a time (2)
                    --redis URL    use this Redis instead of starting one
                    --bind ADDR    address to listen on (127.0.0.1: this machine only)
                    --tex SET      what labels may use: minimal, standard or full (standard: packages for units,
                                   chemistry, fonts, Cyrillic; full: XeLaTeX, Chinese, Japanese, Korean)
                    --redis-patience TIME   how long to wait for that Redis (30s)
                    --data-directory DIR    where the Redis that is started keeps its data
  test            set up what is missing and run every test; arguments go to Maven
                    --tex SET      as for up
                    --fast         only those that need no Redis, no asy, no process and no socket
                    --recipes      only docs/recipes, with all their tools, which are fetched from npm and PyPI
  doctor          say what this machine has and lacks (--port N: check that port)
                    --sandbox      attack the sandbox and show that each attempt is contained
  build           build the runnable jars; arguments go to Maven
                    --record-checksums   list anew the checksums of all artifacts that the build fetches
                    --twice        build the last commit twice and compare every jar
  install         install services for systemd: install scheduler|queue-server|backend...
                    --root DIR     below this directory instead
  release         release [DIR]: an archive with the client alone, in target/release; and the Java library in the local
                    repository of Maven, with sources and Javadoc
  fuzz            search for inputs that break a decoder: fuzz [--minutes M] [TARGET]
  mutate          break each promise once in a copy of the code: mutate [NAME...]
  docs            make a web site of the documents (target/site)
  dependencies    list all libraries with their licences
                    --sbom         write those that are shipped to target/asyfleet-sbom.json (CycloneDX)

One program each (COMMAND --help lists its settings):
  queue-server    what clients talk to
  scheduler       decides which task runs next
  backend         runs Asymptote
  client          the command line client
  render          send figures to a fleet (--local: to one that is started for it)
  asy             the command line of asy, on a fleet
  shell           an Asymptote prompt on a fleet
  stats           how many tasks of a fleet wait and run (--watch: every second)
  explain         why tasks of a fleet wait: of up, or of --redis URL
  admin           for operators: machines and tasks; drain, pause, end tasks
  version         versions of the client, of a fleet, and of Asymptote there
  completion      completion bash | zsh | fish: a script by which a shell completes commands and options
  load            many users at a time on a fleet: success, waits, times, a report with plots
  conformance     check any server of the /asy and / protocols
  attack          attack a fleet with hostile programs and clients, and show what held
  chaos           break a whole fleet on purpose while clients use it, and check what they saw
                    --minutes M --seed S --load N --faults LIST
  model           visit every state of a small model of the fleet and check the promises
  ring            ring manager | ring runner: protocol 1.3
  simulate        play a load through the scheduler's rules
  bench           all (one report of everything; --quick) | scheduler | render | solids | equality | fleet | clients | limiter | queue | page | startup

Examples:
  asyfleet up
  asyfleet render figure.asy
  asyfleet test --fast

  --no-build      before the command: use the jars as they are, install and build nothing
  --help, --version

Set-up needs apt (Debian, Ubuntu) and root or sudo; without them the commands to run are printed.
MAVEN_ARGS is passed to Maven, JAVA_HOME chooses the JDK, ASYFLEET_JVM_OPTIONS goes to the JVM of every program,
ASYFLEET_COMPILERS=all lets services compile better and later.
END
}
