-- Takes what arrived and what ended since the last call, and records it in the same step.
--
-- KEYS     1 scheduler.leader  2 queue.incoming  3 queue.finished  4 backend.updated  5 queue  6 queue.durations
--          7 queue.executing  8 queue.processing  9 backend.set
-- ARGV     1 fencing token  2 prefix of task keys  3 how many IDs to take from each list
--          4 the last arrival given so far (microseconds)  5 head start of one priority (microseconds)
--          6 head start of a task that goes ahead of the queue (microseconds)
-- Returns  {1, arrived, finished, backends, last arrival, millis of Redis' clock}
--          arrived  = {ID, asked duration ('' default, 'interactive'), priority, server, submitted millis,
--                      '1' ahead of the queue or '', score, ...}
--          finished = {ID, ...}
--          {0} when the token is no longer the leader's, {2} when slots brought tasks back that Redis had lost: the
--          caller does not know of them, and reads all anew
--
-- Why atomic: an ID that was taken from a list and not recorded would be lost by a crash in between.
-- Twice: what was recorded is in queue, queue.durations and queue.executing; a scheduler that lost the reply rebuilds.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return {0}
end
for _, news in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
    if news == 'tasks' then
        redis.call('DEL', KEYS[4])
        return {2}
    end
end
local most = tonumber(ARGV[3])

local finished = redis.call('LRANGE', KEYS[3], 0, most - 1)
if #finished > 0 then
    redis.call('LTRIM', KEYS[3], #finished, -1)
    for _, id in ipairs(finished) do
        redis.call('ZREM', KEYS[5], id)
        redis.call('HDEL', KEYS[6], id)
        redis.call('HDEL', KEYS[7], id)
        redis.call('SREM', KEYS[8], id)
    end
end

local arrived = {}
local ids = redis.call('LRANGE', KEYS[2], 0, most - 1)
local now = redis.call('TIME')
local arrival = math.max(now[1] * 1000000 + now[2], tonumber(ARGV[4]) + 1)
if #ids > 0 then
    redis.call('LTRIM', KEYS[2], #ids, -1)
end
for _, id in ipairs(ids) do
    local fields = redis.call('HMGET', ARGV[2] .. id, 'submitted', 'duration', 'interactive', 'priority', 'server', 'ahead')
    local exists = fields[1] or redis.call('EXISTS', ARGV[2] .. id) == 1
    if exists and redis.call('HEXISTS', KEYS[6], id) == 0 then
        -- Another program may have left nonsense; a score that is no number would fail the script again and again.
        local priority = math.min(2, tonumber(string.match(fields[4] or '', '^%d$') or '0'))
        local head_start = priority * tonumber(ARGV[5])
        local ahead = ''
        if fields[6] == 'true' then
            head_start = tonumber(ARGV[6])
            ahead = '1'
        end
        local score = string.format('%.0f', arrival - head_start)
        local asked = fields[2] or ''
        if fields[3] == 'true' then
            asked = 'interactive' -- never queues: it is dispatched or denied by the scheduler's next decision
        else
            redis.call('ZADD', KEYS[5], score, id)
        end
        redis.call('HSET', KEYS[6], id, asked)
        for _, value in ipairs({id, asked, tostring(priority), fields[5] or '', fields[1] or '', ahead, score}) do
            arrived[#arrived + 1] = value
        end
        arrival = arrival + 1
    end
end

redis.call('DEL', KEYS[4])
local millis = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
return {1, arrived, finished, redis.call('SCARD', KEYS[9]), string.format('%.0f', arrival - 1), millis}
