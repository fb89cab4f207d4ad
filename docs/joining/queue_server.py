"""A queue server for one task: python3 queue_server.py figure.asy [field=value ...]. Prints what the task says, writes out.svg."""
import sys
import time

from fleet import Redis, WebSocket, connect

source = open(sys.argv[1], "rb").read()
redis = Redis()
task = redis("INCR", "task.counter")
redis("HSET", f"task:{task}", "main", "main.asy", *[word for field in sys.argv[2:] for word in field.split("=", 1)])
redis("HSET", f"task:{task}:files", "main.asy", source)
redis("EXPIRE", f"task:{task}", 600)
redis("EXPIRE", f"task:{task}:files", 600)
redis("RPUSH", "queue.incoming", task)

address = None
while not address:
    estimate = redis("LINDEX", f"task:{task}:queue.estimate", -1)
    denied = redis("LINDEX", f"task:{task}:denied", -1)
    if denied:
        sys.exit("denied " + denied.decode())
    address = redis("LINDEX", f"task:{task}:backend", -1)
    if not address:
        print("waiting, estimate", (estimate or b"unknown").decode(), flush=True)
        time.sleep(0.1)
    redis("EXPIRE", f"task:{task}", 600)
    redis("EXPIRE", f"task:{task}:files", 600)

backend = connect(address.decode())
text = ""
while not text.startswith("complete"):
    message = backend.receive()
    if message is None:
        sys.exit("the backend is lost; a real queue server submits the task again")
    kind, data = message
    if kind == WebSocket.TEXT:
        text = data.decode()
        print(text, flush=True)
    elif text.startswith("result"):
        open("out.svg", "wb").write(data)
    else:
        print(data.decode(errors="replace"), end="", flush=True)
backend.close()
redis("DEL", *[f"task:{task}{part}" for part in ("", ":files", ":backend", ":queue.estimate", ":duration", ":denied")])
