-- Stores a new task and puts it in front of the scheduler, or says that the queue is full.
--
-- KEYS     1 task.counter  2 queue.incoming  3 queue  4 submission:NONCE
-- ARGV     1 prefix of task keys  2 how many tasks may wait (0: no bound)  3 seconds the task's keys live
--          4 seconds the nonce is remembered  5 how many option fields follow
--          6 what stands for a withdrawn submission
--          then option name, value, ...  then file name, contents, ...
-- Returns  {1, ID} when accepted, {0, waiting} when the queue is full, {0, 0} when it was withdrawn
--
-- Why atomic: the bound on waiting tasks holds only if counting and adding are one step, and the scheduler must never
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

local now = redis.call('TIME')
-- A Redis that restarted empty must not give out IDs that services still hold in memory: start from the clock.
redis.call('SET', KEYS[1], string.format('%.0f', now[1] * 1000000 + now[2]), 'NX')
local id = string.format('%.0f', redis.call('INCR', KEYS[1]))

local task = ARGV[1] .. id
local files = task .. ':files'
local last_option = 6 + 2 * tonumber(ARGV[5])
local submitted = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
redis.call('HSET', task, 'submitted', submitted, unpack(ARGV, 7, last_option))
if #ARGV > last_option then
    redis.call('HSET', files, unpack(ARGV, last_option + 1))
end
redis.call('EXPIRE', task, ARGV[3])
redis.call('EXPIRE', files, ARGV[3])
redis.call('SET', KEYS[4], id, 'EX', ARGV[4])
redis.call('RPUSH', KEYS[2], id)
return {1, id}
