-- Finds what died without a word: slots, tasks that were running on them, entries that no slot read or finished claiming.
-- Also ends tasks that a living slot no longer renews: after a failover Redis may have forgotten that they ended.
--
-- KEYS     1 scheduler.leader  2 backend.set  3 queue.processing  4 queue.executing  5 queue.durations  6 queue
--          7 queue.outcoming  8 queue.finished
-- ARGV     1 fencing token  2 prefix of task keys  3 prefix of backend keys  4 consumer group
--          5 milliseconds after which an entry that nobody claimed goes back to the queue: since it was delivered, or, if
--            nobody has read it, since it came into the stream
--          6 head start of a task that goes ahead of the queue (microseconds)  7 how many unclaimed entries to look at
--          8 prefix of queue server leases  9 prefix of process leases  10 channel of updates
--          then queue server IDs to look at
-- Publishes  the IDs of tasks that a slot of another program claimed without saying so, once each, joined by spaces
-- Returns  {1, live backends, ended tasks, requeued tasks, their score, dead queue servers}, {0} when no longer the leader
--
-- A slot lives while its key exists and the process that the key names has its lease. A slot of another program names none.
--
-- Why atomic: a slot may renew, read, claim or finish between looking and acting. An entry that goes back is deleted, so
-- nobody reads it later, and whoever read it before finds that it cannot be acknowledged, which is the test of a claim.
-- Twice: what ended once is gone from the sets that the second run reads.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return {0}
end

local leases = {}
local function has_lease(process)
    if leases[process] == nil then
        leases[process] = process == '' or redis.call('EXISTS', ARGV[9] .. process) == 1
    end
    return leases[process]
end

local MOST = 1000 -- values that one command may have
local slots = redis.call('SMEMBERS', KEYS[2])
local lives = {}
local function look_at_slots(first, last)
    local keys = {}
    for i = first, last do
        keys[#keys + 1] = ARGV[3] .. slots[i]
    end
    local dead = {}
    for i, process in ipairs(redis.call('MGET', unpack(keys))) do
        local slot = slots[first + i - 1]
        lives[slot] = process and has_lease(process)
        if not lives[slot] then
            dead[#dead + 1] = slot
        end
    end
    if #dead > 0 then
        redis.call('SREM', KEYS[2], unpack(dead))
    end
end

for first = 1, #slots, MOST do
    look_at_slots(first, math.min(#slots, first + MOST - 1))
end

-- Redis may have forgotten a slot that goes on, or another program may keep none in the set.
local function slot_lives(slot)
    if lives[slot] == nil then
        local process = redis.call('GET', ARGV[3] .. slot)
        lives[slot] = process and has_lease(process)
    end
    return lives[slot]
end

local ended = {}
local function finish(id)
    redis.call('SREM', KEYS[3], id)
    redis.call('HDEL', KEYS[4], id)
    redis.call('HDEL', KEYS[5], id)
    ended[#ended + 1] = id
end

local now = redis.call('TIME')
local millis = now[1] * 1000 + math.floor(now[2] / 1000)
local unsaid = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[3])) do
    local backend, held_until, told = unpack(redis.call('HMGET', ARGV[2] .. id, 'backend', 'held', 'told'))
    local task_gone = not backend and redis.call('EXISTS', ARGV[2] .. id) == 0
    local slot_gone = backend and not slot_lives(backend)
    local held_no_more = held_until and tonumber(held_until) < millis
    if task_gone or slot_gone or held_no_more then
        finish(id)
    elseif not backend and not told and redis.call('EXISTS', ARGV[2] .. id .. ':backend') == 1 then
        redis.call('HSET', ARGV[2] .. id, 'told', 'true')
        unsaid[#unsaid + 1] = id
    end
end
if #unsaid > 0 then
    redis.call('PUBLISH', ARGV[10], table.concat(unsaid, ' '))
end

local score = string.format('%.0f', now[1] * 1000000 + now[2] - ARGV[6])
local requeued = {}
local function put_back(entry, id)
    redis.call('XACK', KEYS[7], ARGV[4], entry)
    redis.call('XDEL', KEYS[7], entry)
    if id and redis.call('HDEL', KEYS[4], id) == 1 then
        redis.call('ZADD', KEYS[6], score, id)
        if redis.call('EXISTS', ARGV[2] .. id) == 1 then
            redis.call('HSET', ARGV[2] .. id, 'ahead', 'true')
        end
        requeued[#requeued + 1] = id
    end
end

local function put_unclaimed_back()
    for _, entry in ipairs(redis.call('XPENDING', KEYS[7], ARGV[4], 'IDLE', ARGV[5], '-', '+', ARGV[7])) do
        local found = redis.call('XRANGE', KEYS[7], entry[1], entry[1])
        put_back(entry[1], found[1] and found[1][2][2])
    end
end

local function put_unread_back(last_delivered)
    for _, entry in ipairs(redis.call('XRANGE', KEYS[7], '(' .. last_delivered, '+', 'COUNT', ARGV[7])) do
        if millis - tonumber(string.match(entry[1], '^%d+')) < tonumber(ARGV[5]) then
            return -- those behind it are younger
        end
        put_back(entry[1], entry[2][2])
    end
end

local function last_delivered_to(group)
    if redis.call('EXISTS', KEYS[7]) == 0 then
        return nil
    end
    for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[7])) do
        local of = {}
        for i = 1, #fields, 2 do
            of[fields[i]] = fields[i + 1]
        end
        if of.name == group then
            return of['last-delivered-id']
        end
    end
end

local last_delivered = last_delivered_to(ARGV[4])
if last_delivered then
    put_unclaimed_back()
end
put_unread_back(last_delivered or '0')

local dead = {}
for i = 11, #ARGV do
    if redis.call('EXISTS', ARGV[8] .. ARGV[i]) == 0 then
        dead[#dead + 1] = ARGV[i]
    end
end
return {1, redis.call('SCARD', KEYS[2]), ended, requeued, score, dead}
