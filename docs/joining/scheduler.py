"""A scheduler that gives every task 10 seconds, first come, first served. Start it in place of ours, never beside it."""
import time

from fleet import Redis

DURATION = 10
redis = Redis()
print("deciding", flush=True)
while True:
    while (task := redis("LPOP", "queue.incoming")) is not None:
        if redis("EXISTS", b"task:" + task):
            redis("ZADD", "queue", time.time_ns() // 1000, task)
            redis("HSET", "queue.durations", task, redis("HGET", b"task:" + task, "duration") or "")
    while (task := redis("LPOP", "queue.finished")) is not None:
        redis("HDEL", "queue.executing", task)
        redis("HDEL", "queue.durations", task)
    redis("LTRIM", "backend.updated", 1, 0)  # slots are counted below
    slots = 0
    for backend in redis("SMEMBERS", "backend.set"):
        process = redis("GET", b"backend:" + backend)
        if process is None or process and not redis("EXISTS", b"backend.process:" + process):
            redis("SREM", "backend.set", backend)
        else:
            slots += 1
    for task in redis("SMEMBERS", "queue.processing"):
        if not redis("EXISTS", b"task:" + task):  # its client has left, or has its answer
            redis("SREM", "queue.processing", task)
            redis("HDEL", "queue.executing", task)
            redis("HDEL", "queue.durations", task)
    waiting = redis("ZRANGE", "queue", 0, -1)
    free = slots - redis("HLEN", "queue.executing")
    for task in waiting[:max(free, 0)]:
        redis("ZREM", "queue", task)
        if redis("EXISTS", b"task:" + task):
            redis("HSET", "queue.executing", task, DURATION)
            redis("XADD", "queue.outcoming", "*", "task", task)
    for place, task in enumerate(waiting[max(free, 0):]):
        redis("RPUSH", b"task:" + task + b":queue.estimate", (place + 1) * DURATION)
        redis("EXPIRE", b"task:" + task + b":queue.estimate", 600)
        redis("PUBLISH", "task.updated", task)
    time.sleep(0.1)
