# shellcheck shell=bash
# Turns the output of a long step into a line now and then.

# show_progress DESCRIBE: reads lines from stdin, hands each to the function DESCRIBE, which sets STEP to what is being
# done, and says STEP every ten seconds.
show_progress() {
  local describe="$1" line status started=$SECONDS said=$SECONDS
  STEP='starting'
  while true; do
    if IFS= read -r -t 2 line; then
      "$describe" "$line"
    else
      status=$?
      # Over 128 is the time-out of read; anything else is the end of the input.
      ((status > 128)) || return 0
    fi
    if ((SECONDS - said >= 10)); then
      say "  … $STEP ($((SECONDS - started)) s)"
      said=$SECONDS
    fi
  done
}
