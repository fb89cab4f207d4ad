-- Stores a new task and puts it in front of the scheduler, or says that the queue, or its caller's share of it, is full.
--
-- KEYS     1 task.counter  2 queue.incoming  3 queue  4 submission:NONCE  5 queue.caller:NAME
-- ARGV     1 prefix of task keys  2 how many tasks may wait (0: no bound)  3 seconds the task's keys live
--          4 seconds the nonce is remembered  5 how many option fields follow
--          6 what stands for a withdrawn submission
--          7 how many tasks of the caller may wait (0: no bound, and it is not counted)
--          8 seconds that the caller's tasks are remembered
--          then option name, value, ...  then file name, contents, ...
-- Returns  {1, ID} when accepted, {0, waiting} when the queue is full, {0, 0} when it was withdrawn,
--          {2, waiting} when as many tasks of the caller wait as may
--
-- Nobody takes tasks out of queue.caller:NAME when they stop waiting; those that have are forgotten when the set is as
-- large as the bound. So a submission that is far from its bound costs three commands more.
--
-- Why atomic: the bounds on waiting tasks hold only if counting and adding are one step, and the scheduler must never
-- see an ID whose hash is not there yet.
-- Twice: the nonce remembers the first answer, so a submission whose reply was lost can be sent again.

local accepted = redis.call('GET', KEYS[4])
if accepted == ARGV[6] then
    return {0, 0}
end
if accepted then
    return {1, accepted}
end

local bound = tonumber(ARGV[2])
local waiting = redis.call('LLEN', KEYS[2]) + redis.call('ZCARD', KEYS[3])
if bound > 0 and waiting >= bound then
    return {0, waiting}
end

-- A task waits in the one list or in the other, as it does for the bound on all.
local function waiting_of_caller()
    local incoming = {}
    for _, id in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
        incoming[id] = true
    end
    local count = 0
    for _, id in ipairs(redis.call('SMEMBERS', KEYS[5])) do
        if incoming[id] or redis.call('ZSCORE', KEYS[3], id) then
            count = count + 1
        else
            redis.call('SREM', KEYS[5], id)
        end
    end
    return count
end

local share = tonumber(ARGV[7])
if share > 0 and redis.call('SCARD', KEYS[5]) >= share then
    local of_caller = waiting_of_caller()
    if of_caller >= share then
        return {2, of_caller}
    end
end

local now = redis.call('TIME')
-- IDs that services still hold in memory must not be given out again by a Redis that restarted empty, nor by a replica
-- that became the master before it had heard of the last ones. The clock is past all of them.
local last = tonumber(redis.call('GET', KEYS[1]) or 0)
local id = string.format('%.0f', math.max(last + 1, now[1] * 1000000 + now[2]))
redis.call('SET', KEYS[1], id)

local task = ARGV[1] .. id
local files = task .. ':files'
local last_option = 8 + 2 * tonumber(ARGV[5])
local submitted = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
redis.call('HSET', task, 'submitted', submitted, unpack(ARGV, 9, last_option))
if #ARGV > last_option then
    redis.call('HSET', files, unpack(ARGV, last_option + 1))
end
redis.call('EXPIRE', task, ARGV[3])
redis.call('EXPIRE', files, ARGV[3])
redis.call('SET', KEYS[4], id, 'EX', ARGV[4])
redis.call('RPUSH', KEYS[2], id)
if share > 0 then
    redis.call('SADD', KEYS[5], id)
    redis.call('EXPIRE', KEYS[5], ARGV[8])
end
return {1, id}
