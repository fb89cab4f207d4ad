-- Takes what arrived and what ended since the last call, and records it in the same step.
--
-- KEYS     1 scheduler.leader  2 queue.incoming  3 queue.finished  4 backend.updated  5 queue  6 queue.durations
--          7 queue.executing  8 queue.processing  9 backend.set
-- ARGV     1 fencing token  2 prefix of task keys  3 how many IDs to take from each list
--          4 the last arrival given so far (microseconds)  5 head start of one priority (microseconds)
--          6 head start of a task that goes ahead of the queue (microseconds)
--          7 how far the tasks of one caller are apart when they take turns (microseconds; 0: no turns)
--          8 prefix of turns  9 how many tasks of a caller are remembered for its turns
-- Returns  {1, arrived, finished, backends, last arrival, millis of Redis' clock}
--          arrived  = {ID, asked duration ('' default, 'interactive'), priority, server, submitted millis,
--                      '1' ahead of the queue or '', score, ...}
--          finished = {ID, ...}
--          {0} when the token is no longer the leader's, {2} when slots brought tasks back that Redis had lost: the
--          caller does not know of them, and reads all anew
--
-- Turns: the score of a task is its arrival less the head start of its priority. If a task of the same caller and
-- priority still waits, the new one stands at least a turn behind that, but never more than the head start of one
-- priority behind its own arrival. So the tasks of another caller fit in between, and those of one caller keep their
-- order. queue.turn:PRIORITY:CALLER lists these tasks, the newest last; those that wait no more are dropped from its end.
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

local step = tonumber(ARGV[5])
local turn = tonumber(ARGV[7])

local function newest_score(turns)
    local newest = redis.call('LINDEX', turns, -1)
    while newest do
        local score = redis.call('ZSCORE', KEYS[5], newest)
        if score then
            return tonumber(score)
        end
        redis.call('RPOP', turns)
        newest = redis.call('LINDEX', turns, -1)
    end
end

local function score_in_turn(id, caller, priority, base)
    local turns = ARGV[8] .. priority .. ':' .. caller
    local newest = newest_score(turns)
    if redis.call('RPUSH', turns, id) > tonumber(ARGV[9]) then
        redis.call('LPOP', turns)
    end
    -- By then the next task arrives later than any of these can be placed.
    redis.call('PEXPIRE', turns, string.format('%.0f', math.ceil(step / 500)))
    return newest and math.max(base, math.min(newest + turn, base + step)) or base
end

local arrived = {}
local ids = redis.call('LRANGE', KEYS[2], 0, most - 1)
local now = redis.call('TIME')
local arrival = math.max(now[1] * 1000000 + now[2], tonumber(ARGV[4]) + 1)
if #ids > 0 then
    redis.call('LTRIM', KEYS[2], #ids, -1)
end
for _, id in ipairs(ids) do
    local fields = redis.call('HMGET', ARGV[2] .. id, 'submitted', 'duration', 'interactive', 'priority', 'server', 'ahead',
        'caller')
    local exists = fields[1] or redis.call('EXISTS', ARGV[2] .. id) == 1
    if exists and redis.call('HEXISTS', KEYS[6], id) == 0 then
        -- Another program may have left nonsense; a score that is no number would fail the script again and again.
        local priority = math.min(2, tonumber(string.match(fields[4] or '', '^%d$') or '0'))
        local head_start = priority * step
        local ahead = ''
        if fields[6] == 'true' then
            head_start = tonumber(ARGV[6])
            ahead = '1'
        end
        local score = arrival - head_start
        local asked = fields[2] or ''
        if fields[3] == 'true' then
            asked = 'interactive' -- never queues: it is dispatched or denied by the scheduler's next decision
        else
            if turn > 0 and fields[7] and ahead == '' then
                score = score_in_turn(id, fields[7], priority, score)
            end
            redis.call('ZADD', KEYS[5], string.format('%.0f', score), id)
        end
        redis.call('HSET', KEYS[6], id, asked)
        score = string.format('%.0f', score)
        for _, value in ipairs({id, asked, tostring(priority), fields[5] or '', fields[1] or '', ahead, score}) do
            arrived[#arrived + 1] = value
        end
        arrival = arrival + 1
    end
end

redis.call('DEL', KEYS[4])
local millis = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
return {1, arrived, finished, redis.call('SCARD', KEYS[9]), string.format('%.0f', arrival - 1), millis}
