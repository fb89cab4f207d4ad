-- Takes what arrived and what ended since the last call, and records it in the same step.
--
-- KEYS     1 scheduler.leader  2 queue.incoming  3 queue.finished  4 backend.updated  5 queue  6 queue.durations
--          7 queue.executing  8 queue.processing  9 backend.set
-- ARGV     1 fencing token  2 prefix of task keys  3 how many IDs to take from each list
--          4 the last arrival given so far (microseconds)  5 head start of one priority (microseconds)
--          6 head start of a task that goes ahead of the queue (microseconds)
--          7 how far the tasks of one caller are apart when they take turns (microseconds; 0: no turns)
--          8 prefix of turns  9 how many tasks of a caller are remembered for its turns
--          10 how many tasks can be dispatched at once, because nobody waits and so many slots are free
--          11 '1' to look at backend.updated, too
-- Returns  {1, arrived, finished, backends (-1: as many as before), last arrival, millis of Redis' clock}
--          arrived  = {ID, asked duration ('' default, 'interactive'), priority, server, submitted millis,
--                      '1' ahead of the queue or '', score, trace, ...}
--          finished = {ID, ...}
--          {0} when the token is no longer the leader's, {2} when slots brought tasks back that Redis had lost: the
--          caller does not know of them, and reads all anew
--
-- Turns: the score of a task is its arrival less the head start of its priority. If a task of the same caller and
-- priority still waits, the new one stands at least a turn behind that, but never more than the head start of one
-- priority behind its own arrival. So the tasks of another caller fit in between, and those of one caller keep their
-- order. queue.turn:PRIORITY:CALLER lists these tasks, the newest last; those that wait no more are dropped from its end.
-- While there is a free slot for each, nobody waits for a turn, and nothing of this is read or written; but for those that
-- ask for a duration, which may wait beside free slots.
--
-- Why atomic: an ID that was taken from a list and not recorded would be lost by a crash in between.
-- Twice: what was recorded is in queue, queue.durations and queue.executing; a scheduler that lost the reply rebuilds.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return {0}
end
local updated = ARGV[11] == '1' and redis.call('LPOP', KEYS[4], ARGV[3]) or {}
for _, news in ipairs(updated) do
    if news == 'tasks' then
        redis.call('DEL', KEYS[4])
        return {2}
    end
end

local finished = redis.call('LPOP', KEYS[3], ARGV[3]) or {}
if #finished > 0 then
    redis.call('HDEL', KEYS[6], unpack(finished))
    if redis.call('HDEL', KEYS[7], unpack(finished)) < #finished then
        redis.call('ZREM', KEYS[5], unpack(finished)) -- some ended while they waited
    end
    redis.call('SREM', KEYS[8], unpack(finished)) -- other programs leave them there
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

-- The turns that were taken in this call, by their key: the score of the newest task, and the IDs that are new.
local turns_taken = {}
local nobody_waits
local function turn_of(key)
    if not turns_taken[key] then
        if nobody_waits == nil then
            nobody_waits = redis.call('ZCARD', KEYS[5]) == 0
        end
        if nobody_waits then
            redis.call('DEL', key)
        end
        turns_taken[key] = {newest = not nobody_waits and newest_score(key) or nil, ids = {}}
    end
    return turns_taken[key]
end

local function score_in_turn(id, caller, priority, base)
    local taken = turn_of(ARGV[8] .. priority .. ':' .. caller)
    local score = taken.newest and math.max(base, math.min(taken.newest + turn, base + step)) or base
    taken.newest = score
    taken.ids[#taken.ids + 1] = id
    return score
end

local function write_turns()
    local most = tonumber(ARGV[9])
    for key, taken in pairs(turns_taken) do
        if redis.call('RPUSH', key, unpack(taken.ids)) > most then
            redis.call('LTRIM', key, -most, -1)
        end
        -- By then the next task arrives later than any of these can be placed.
        redis.call('PEXPIRE', key, string.format('%.0f', math.ceil(step / 500)))
    end
end

-- The tasks that are still there, each once: another program may announce one twice.
local function announced()
    local tasks = {}
    local seen = {}
    for _, id in ipairs(redis.call('LPOP', KEYS[2], ARGV[3]) or {}) do
        local fields = not seen[id] and redis.call('HMGET', ARGV[2] .. id, 'submitted', 'duration', 'interactive', 'priority',
            'server', 'ahead', 'caller', 'trace')
        if fields and (fields[1] or redis.call('EXISTS', ARGV[2] .. id) == 1) then
            local interactive = fields[3] == 'true'
            tasks[#tasks + 1] = {id = id, fields = fields, interactive = interactive,
                asked = interactive and 'interactive' or fields[2] or ''}
        end
        seen[id] = true
    end
    return tasks
end

-- Those of the tasks that neither wait nor run already.
local function without_known(tasks)
    local ids = {}
    for i, task in ipairs(tasks) do
        ids[i] = task.id
    end
    local waits = redis.call('ZMSCORE', KEYS[5], unpack(ids))
    local runs = redis.call('HMGET', KEYS[7], unpack(ids))
    local new = {}
    for i, task in ipairs(tasks) do
        if not waits[i] and not runs[i] then
            new[#new + 1] = task
        end
    end
    return new
end

-- Records what the tasks asked for; returns those that are new.
local function record(tasks)
    local demands = {}
    for _, task in ipairs(tasks) do
        demands[#demands + 1] = task.id
        demands[#demands + 1] = task.asked
    end
    if #tasks == 0 or redis.call('HSET', KEYS[6], unpack(demands)) == #tasks then
        return tasks
    end
    return without_known(tasks)
end

local arrived = {}
local places = {}
local tasks = record(announced())
local crowded = #tasks > tonumber(ARGV[10])
local now = redis.call('TIME')
local arrival = math.max(now[1] * 1000000 + now[2], tonumber(ARGV[4]) + 1)
for _, task in ipairs(tasks) do
    local fields = task.fields
    -- Another program may have left nonsense; a score that is no number would fail the script again and again.
    local priority = math.min(2, tonumber(string.match(fields[4] or '', '^%d$') or '0'))
    local head_start = priority * step
    local ahead = ''
    if fields[6] == 'true' then
        head_start = tonumber(ARGV[6])
        ahead = '1'
    end
    local score = arrival - head_start
    if not task.interactive then -- one that is never queues: it is dispatched or denied by the scheduler's next decision
        if turn > 0 and (crowded or task.asked ~= '') and fields[7] and ahead == '' then
            score = score_in_turn(task.id, fields[7], priority, score)
        end
        places[#places + 1] = string.format('%.0f', score)
        places[#places + 1] = task.id
    end
    for _, value in ipairs({task.id, task.asked, tostring(priority), fields[5] or '', fields[1] or '', ahead,
        string.format('%.0f', score), fields[8] or ''}) do
        arrived[#arrived + 1] = value
    end
    arrival = arrival + 1
end

if #places > 0 then
    redis.call('ZADD', KEYS[5], unpack(places))
end
write_turns()
local millis = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
local backends = #updated > 0 and redis.call('SCARD', KEYS[9]) or -1
return {1, arrived, finished, backends, string.format('%.0f', arrival - 1), millis}
