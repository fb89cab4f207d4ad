-- Reads all that the scheduler needs to go on after a restart, and drops what is stale.
--
-- KEYS     1 scheduler.leader  2 queue  3 queue.durations  4 queue.executing  5 queue.processing  6 queue.outcoming
--          7 queue.finished  8 backend.set
-- ARGV     1 fencing token  2 prefix of task keys
-- Returns  {1, waiting, running, backends, millis of Redis' clock}, {0} when the token is no longer the leader's
--          waiting = {ID, asked, priority, server, submitted millis, '1' ahead of the queue or '', score, trace,
--          ...} in order; a task that was taken and not decided on (interactive) has the score ''
--          running = {ID, asked, priority, server, duration now, trace, ...}
--
-- Why atomic: a task that moves from queue to stream between two reads would be seen twice or not at all.
-- Twice: only what no one can reach any more is dropped.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return {0}
end

-- A task with a place in the counts is in the stream, with a slot, or on its way to being counted out.
local held = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[5])) do
    held[id] = true
end
for _, id in ipairs(redis.call('LRANGE', KEYS[7], 0, -1)) do
    held[id] = true
end
for _, entry in ipairs(redis.call('XRANGE', KEYS[6], '-', '+')) do
    held[entry[2][2]] = true
end

local running = {}
local executing = redis.call('HGETALL', KEYS[4])
local is_running = {}
for i = 1, #executing, 2 do
    local id = executing[i]
    if held[id] then
        is_running[id] = true
        local fields = redis.call('HMGET', ARGV[2] .. id, 'priority', 'server', 'trace')
        local asked = redis.call('HGET', KEYS[3], id) or ''
        for _, value in ipairs({id, asked, fields[1] or '0', fields[2] or '', executing[i + 1], fields[3] or ''}) do
            running[#running + 1] = value
        end
    else
        redis.call('HDEL', KEYS[4], id)
        redis.call('HDEL', KEYS[3], id)
    end
end

local waiting = {}
local is_waiting = {}
local function wait(id, score)
    local fields = redis.call('HMGET', ARGV[2] .. id, 'submitted', 'priority', 'server', 'ahead', 'trace')
    if redis.call('EXISTS', ARGV[2] .. id) == 0 then
        redis.call('ZREM', KEYS[2], id)
        redis.call('HDEL', KEYS[3], id)
        return
    end
    is_waiting[id] = true
    local asked = redis.call('HGET', KEYS[3], id) or ''
    local ahead = fields[4] == 'true' and '1' or ''
    for _, value in ipairs({id, asked, fields[2] or '0', fields[3] or '', fields[1] or '', ahead, score,
        fields[5] or ''}) do
        waiting[#waiting + 1] = value
    end
end

local queue = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
for i = 1, #queue, 2 do
    wait(queue[i], queue[i + 1])
end
local durations = redis.call('HKEYS', KEYS[3])
for _, id in ipairs(durations) do
    if not is_waiting[id] and not is_running[id] then
        wait(id, '')
    end
end
local now = redis.call('TIME')
local millis = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
return {1, waiting, running, redis.call('SCARD', KEYS[8]), millis}
