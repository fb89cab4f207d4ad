-- Looks at the queue as the leading scheduler would, for an operator, and changes nothing.
--
-- KEYS     1 scheduler.leader  2 queue  3 queue.durations  4 queue.executing  5 queue.processing  6 queue.incoming
--          7 queue.finished  8 backend.set
-- ARGV     1 prefix of task keys  2 how many waiting tasks to read
-- Returns  {waiting, running, backends, millis of Redis' clock, leader's token or '', milliseconds its lease still lives,
--           number of waiting tasks, of claimed tasks, of arrivals not taken in, of endings not taken in}
--          waiting, running as read_fleet.lua
--
-- Why atomic: counts that are a moment apart would not explain a decision.
-- Twice: it only reads.

local function options(id)
    local fields = redis.call('HMGET', ARGV[1] .. id, 'priority', 'server', 'submitted', 'ahead', 'trace')
    local asked = redis.call('HGET', KEYS[3], id) or ''
    return asked, fields[1] or '0', fields[2] or '', fields[3] or '', fields[4] == 'true' and '1' or '',
        fields[5] or ''
end

local waiting = {}
local queue = redis.call('ZRANGE', KEYS[2], 0, ARGV[2] - 1, 'WITHSCORES')
for i = 1, #queue, 2 do
    local id, score = queue[i], queue[i + 1]
    local asked, priority, server, submitted, ahead, trace = options(id)
    for _, value in ipairs({id, asked, priority, server, submitted, ahead, score, trace}) do
        waiting[#waiting + 1] = value
    end
end

local running = {}
local executing = redis.call('HGETALL', KEYS[4])
for i = 1, #executing, 2 do
    local asked, priority, server, _, _, trace = options(executing[i])
    for _, value in ipairs({executing[i], asked, priority, server, executing[i + 1], trace}) do
        running[#running + 1] = value
    end
end

local now = redis.call('TIME')
local millis = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
return {waiting, running, redis.call('SCARD', KEYS[8]), millis, redis.call('GET', KEYS[1]) or '',
    redis.call('PTTL', KEYS[1]), redis.call('ZCARD', KEYS[2]), redis.call('SCARD', KEYS[5]),
    redis.call('LLEN', KEYS[6]), redis.call('LLEN', KEYS[7])}
