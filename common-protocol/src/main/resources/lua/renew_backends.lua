-- Keeps slots alive, and brings back those that Redis forgot, with the tasks that they run: it restarted empty, failed
-- over, heard of us too late, or a sweep gave up a task whose slot goes on.
--
-- KEYS     1 backend.set  2 backend.updated  3 queue.outcoming  4 queue.processing  5 queue.executing  6 queue.durations
--          7 lease of the process
-- ARGV     1 prefix of backend keys  2 milliseconds the process lives unless renewed  3 consumer group
--          4 prefix of task keys  5 process that the slots belong to, '' for slots with leases of their own
--          6 milliseconds that the key of a slot lives  7 how many slots follow  then backend IDs
--          then for each task that runs: ID, backend ID, address, duration, asked duration ('' default, 'interactive')
-- Returns  {how many slots had been forgotten, how many tasks}
--
-- One lease stands for all slots of a process: the key of a slot lives long, and is set again when half of that is over.
-- So a renewal costs as many commands for thousands of slots as for one, while Redis knows them all.
--
-- A slot keeps its ID, which no other slot can have got meanwhile, so the task it may be running stays its own. A task
-- that is brought back lives no longer than its slot without a renewal: should it have ended before this call, which
-- was sent before, then the next sweep ends it again. No queue server is named for it: when that dies its connection to
-- the slot does.
--
-- Why atomic: a slot in backend.set without its key would be taken for dead at once; so would a task without its hash.
-- Twice: renewing is idempotent.

redis.pcall('XGROUP', 'CREATE', KEYS[3], ARGV[3], '0', 'MKSTREAM') -- an error says that it exists
local life = ARGV[2]
local whole = false
if ARGV[5] ~= '' then
    redis.call('SET', KEYS[7], '', 'PX', ARGV[2])
    life = ARGV[6]
    whole = redis.call('PTTL', ARGV[1] .. (ARGV[8] or '')) > life / 2 -- the slot that was registered first
end

local MOST = 1000 -- values that one command may have
local last_slot = 7 + tonumber(ARGV[7])
local forgotten = 0
local function renew_slots(first, last)
    local keys = {}
    for i = first, last do
        keys[#keys + 1] = ARGV[1] .. ARGV[i]
    end
    if not whole or redis.call('EXISTS', unpack(keys)) < #keys then
        for _, key in ipairs(keys) do
            redis.call('SET', key, ARGV[5], 'PX', life)
        end
    end
    for i, known in ipairs(redis.call('SMISMEMBER', KEYS[1], unpack(ARGV, first, last))) do
        if known == 0 then
            redis.call('SADD', KEYS[1], ARGV[first + i - 1])
            redis.call('RPUSH', KEYS[2], ARGV[first + i - 1])
            forgotten = forgotten + 1
        end
    end
end

for first = 8, last_slot, MOST do
    renew_slots(first, math.min(last_slot, first + MOST - 1))
end

local now = redis.call('TIME')
local held_until = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[2])
local brought = 0
local function keep(id, backend, address, duration, asked)
    local task = ARGV[4] .. id
    if redis.call('SISMEMBER', KEYS[4], id) == 0 then
        redis.call('SADD', KEYS[4], id)
        redis.call('HSET', KEYS[5], id, duration)
        redis.call('HSET', KEYS[6], id, asked)
        redis.call('HSET', task, 'backend', backend, 'address', address, 'brought', 'back')
        brought = brought + 1
    end
    local claimed, came_back = unpack(redis.call('HMGET', task, 'backend', 'brought'))
    if claimed then
        redis.call('HSET', task, 'held', held_until)
    end
    if came_back then
        redis.call('PEXPIRE', task, ARGV[2])
    end
end

for i = last_slot + 1, #ARGV, 5 do
    keep(unpack(ARGV, i, i + 4))
end
if brought > 0 then
    redis.call('RPUSH', KEYS[2], 'tasks') -- a scheduler that does not know them must read all anew
end
return {forgotten, brought}
