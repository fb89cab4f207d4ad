-- Keeps slots alive, and brings back those that Redis forgot, with the tasks that they run: it restarted empty, failed
-- over, heard of us too late, or a sweep gave up a task whose slot goes on.
--
-- KEYS     1 backend.set  2 backend.updated  3 queue.outcoming  4 queue.processing  5 queue.executing  6 queue.durations
-- ARGV     1 prefix of backend keys  2 milliseconds a slot lives unless renewed  3 consumer group  4 prefix of task keys
--          5 process that the slots belong to  6 how many slots follow  then backend IDs
--          then for each task that runs: ID, backend ID, address, duration, asked duration ('' default, 'interactive')
-- Returns  {how many slots had been forgotten, how many tasks}
--
-- A slot keeps its ID, which no other slot can have got meanwhile, so the task it may be running stays its own. A task
-- that is brought back lives no longer than its slot without a renewal: should it have ended before this call, which
-- was sent before, then the next sweep ends it again. No queue server is named for it: when that dies its connection to
-- the slot does.
--
-- Why atomic: a slot in backend.set without its key would be taken for dead at once; so would a task without its hash.
-- Twice: renewing is idempotent.

redis.pcall('XGROUP', 'CREATE', KEYS[3], ARGV[3], '0', 'MKSTREAM') -- an error says that it exists
local last_slot = 6 + tonumber(ARGV[6])
local forgotten = 0
for i = 7, last_slot do
    redis.call('SET', ARGV[1] .. ARGV[i], ARGV[5], 'PX', ARGV[2])
    if redis.call('SADD', KEYS[1], ARGV[i]) == 1 then
        redis.call('RPUSH', KEYS[2], ARGV[i])
        forgotten = forgotten + 1
    end
end

local now = redis.call('TIME')
local held_until = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[2])
local brought = 0
local function keep(id, backend, address, duration, asked)
    local task = ARGV[4] .. id
    if redis.call('SADD', KEYS[4], id) == 1 then
        redis.call('HSET', KEYS[5], id, duration)
        redis.call('HSET', KEYS[6], id, asked)
        redis.call('HSET', task, 'backend', backend, 'address', address, 'brought', 'back')
        brought = brought + 1
    end
    if redis.call('EXISTS', task) == 1 then
        redis.call('HSET', task, 'held', held_until)
    end
    if redis.call('HEXISTS', task, 'brought') == 1 then
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
