#!/bin/sh
# Draws the pictures of docs/gallery.md again: on a fleet that runs here (./asyfleet up), or at ASYFLEET_SERVER.
set -e
cd "$(dirname "$0")"
asyfleet=../../asyfleet
solid='sphere.asy hat.asy torus.asy revolution.asy cubes.asy helix.asy'
flat=
for figure in *.asy; do
  case " $solid " in *" $figure "*) ;; *) flat="$flat $figure" ;; esac
done
# shellcheck disable=SC2086 # lists of names without blanks
"$asyfleet" render $flat -o . --timeout 30000
# shellcheck disable=SC2086
"$asyfleet" render $solid -f png --dpi 100 -o . --timeout 30000
