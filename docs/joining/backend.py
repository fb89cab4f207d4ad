"""A backend with one slot, as the published schema describes it. It draws a square for every task. REDIS_URL names Redis."""
import secrets
import signal
import socket
import sys
import threading
import time

from fleet import Redis, WebSocket, accept

CLAIM = """
if redis.call('XACK', KEYS[1], 'backend', ARGV[1]) == 0 then return {} end
redis.call('XDEL', KEYS[1], ARGV[1])
local task = 'task:' .. ARGV[2]
if redis.call('EXISTS', task) == 0 then redis.call('RPUSH', 'queue.finished', ARGV[2]) return {} end
redis.call('SADD', 'queue.processing', ARGV[2])
redis.call('RPUSH', task .. ':backend', ARGV[3])
redis.call('EXPIRE', task .. ':backend', 600)
return redis.call('HGETALL', task)
"""

redis = Redis()
backend = redis("INCR", "backend.counter")


def stay_alive():
    own = Redis()
    while True:
        own("SET", f"backend:{backend}", "", "EX", 600)
        time.sleep(60)


def leave(*_):
    own = Redis()  # the other connection may wait for an answer
    own("DEL", f"backend:{backend}")
    own("SREM", "backend.set", backend)
    own("RPUSH", "backend.updated", backend)
    sys.exit()


signal.signal(signal.SIGTERM, leave)
signal.signal(signal.SIGINT, leave)
redis("SET", f"backend:{backend}", "", "EX", 600)
redis("SADD", "backend.set", backend)
redis("RPUSH", "backend.updated", backend)
threading.Thread(target=stay_alive, daemon=True).start()
try:
    redis("XGROUP", "CREATE", "queue.outcoming", "backend", "0", "MKSTREAM")
except RuntimeError:
    pass  # it exists

listener = socket.create_server(("127.0.0.1", 0))
print(f"joined as backend {backend}", flush=True)
drawn = 0
while True:
    answer = redis("XREADGROUP", "GROUP", "backend", f"example-{backend}", "COUNT", 1, "BLOCK", 1000,
                   "STREAMS", "queue.outcoming", ">")
    if not answer:
        continue
    entry, fields = answer[0][1][0]
    task = dict(zip(fields[::2], fields[1::2]))[b"task"].decode()
    path = "/" + secrets.token_urlsafe(16)
    options = redis("EVAL", CLAIM, 1, "queue.outcoming", entry, task,
                    f"ws://127.0.0.1:{listener.getsockname()[1]}{path}")
    if not options:
        continue  # its client has left
    told = time.monotonic()
    options = dict(zip(options[::2], options[1::2]))
    redis("DEL", f"task:{task}:files")  # a real backend reads them first
    client = accept(listener, path)
    drawn += 1
    wait = round(1000 * (time.monotonic() - told))
    if options.get(b"format", b"svg") == b"svg":
        client.send(WebSocket.TEXT, 'result {"format": "svg"}')
        client.send(WebSocket.BINARY, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
                                      '<path d="M0 0h1v1h-1z"/></svg>')
        client.send(WebSocket.TEXT, 'complete {"success": true, "time": 1}')
    else:
        client.send(WebSocket.TEXT, 'complete {"success": false, "error": "this backend draws SVG only"}')
    client.close()
    print(f"figure {drawn} is done, its client came after {wait} ms", flush=True)
