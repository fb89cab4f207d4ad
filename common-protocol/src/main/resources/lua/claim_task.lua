-- Gives a dispatched task to one slot, and tells the queue server where it runs.
--
-- KEYS     1 queue.outcoming  2 queue.processing  3 queue.executing  4 queue.finished
-- ARGV     1 prefix of task keys  2 consumer group  3 channel of updates  4 seconds that the address lives
--          5 process that claims  6 milliseconds a slot holds the task unless it renews it
--          then for each claim: stream entry ID, task ID, address, backend ID
-- Returns  for each claim {1, duration now ('' unknown), {option, value, ...}, {file name, contents, ...}},
--          or {0} when another slot has it or its client left
-- Publishes  the IDs that have an address, joined by spaces
--
-- Why atomic: between acknowledging and marking as processing a crash would lose the task or count it twice.
-- Twice: the address is unguessable and marks the claim, so the slot that won is answered the same again. The files
-- stay until the slot has them and removes them itself.

local now = redis.call('TIME')
local held_until = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[6])
local told = {}

local function load(task, id)
    return {1, redis.call('HGET', KEYS[3], id) or '', redis.call('HGETALL', task), redis.call('HGETALL', task .. ':files')}
end

local function claim(entry, id, address, backend)
    local task = ARGV[1] .. id
    if redis.call('HGET', task, 'address') == address then
        return load(task, id)
    end
    if redis.call('XACK', KEYS[1], ARGV[2], entry) == 0 then
        return {0}
    end
    redis.call('XDEL', KEYS[1], entry)
    if redis.call('EXISTS', task) == 0 then
        redis.call('RPUSH', KEYS[4], id)
        return {0}
    end
    redis.call('SADD', KEYS[2], id)
    redis.call('HSET', task, 'address', address, 'backend', backend, 'process', ARGV[5])
    if redis.call('HEXISTS', KEYS[3], id) == 1 then
        redis.call('HSET', task, 'held', held_until) -- a slot renews only what the scheduler counts
    end
    redis.call('RPUSH', task .. ':backend', address)
    redis.call('EXPIRE', task .. ':backend', ARGV[4])
    told[#told + 1] = id
    return load(task, id)
end

local claims = {}
for i = 7, #ARGV, 4 do
    claims[#claims + 1] = claim(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3])
end
if #told > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return claims
