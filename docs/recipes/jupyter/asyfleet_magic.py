"""%%asy draws a cell with Asymptote on a fleet. `%load_ext asyfleet_magic`, then `%%asy` or `%%asy png`."""
import os
import sys
import urllib.error
import urllib.request

from IPython.core.magic import register_cell_magic
from IPython.display import SVG, Image

FLEET = os.environ.get("FLEET", "http://localhost:8080")


def load_ipython_extension(shell):
    @register_cell_magic
    def asy(line, cell):
        kind = line.strip() or "svg"
        request = urllib.request.Request(
            f"{FLEET}/asymptote/{kind}", cell.encode(), {"Content-Type": "text/plain", "Accept": "text/plain"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                picture = answer.read()
        except urllib.error.HTTPError as refused:
            print(refused.read().decode(), file=sys.stderr)
            return None
        return Image(picture) if kind == "png" else SVG(picture)
