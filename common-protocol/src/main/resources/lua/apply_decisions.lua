-- Carries out what the scheduler decided: dispatches, downgrades, halts and denials, in the order given.
--
-- KEYS     1 scheduler.leader  2 queue  3 queue.durations  4 queue.executing  5 queue.outcoming
--          6 stats
-- ARGV     1 fencing token  2 prefix of task keys  3 channel of updates  4 seconds that messages to a task live
--          5 field of stats that counts denials
--          then verb, ID, value, ...
--          dispatch ID seconds   move to the stream with this duration; it is neither interactive nor was it lost before
--          dispatch_new ID seconds  the same for a task that take_events.lua has just found
--          dispatch_marked ID seconds  the same for any task: its entry says what its hash does
--          downgrade ID seconds  give a running task a shorter duration
--          halt ID ''            end a running interactive task; it stops counting at once
--          deny ID reason        a waiting task will not run
-- Returns  {1, IDs that were to be dispatched and whose task was found to be gone}, {0} when the token is no longer the leader's
-- Publishes  the IDs that have a new message, joined by spaces; ' d=' and the duration follow an ID that has a new one
--
-- Why atomic: between leaving the queue and entering the stream a crash would lose the task; a second leader must not
-- decide in between.
-- Twice: a task that is executing is not dispatched again; the other verbs repeat a message that says the same.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return {0}
end

local told = {}
local function tell(id, list, text, news)
    local key = ARGV[2] .. id .. list
    redis.call('DEL', key)
    redis.call('RPUSH', key, text)
    redis.call('EXPIRE', key, ARGV[4])
    told[#told + 1] = id .. news
end

local function forget(id)
    redis.call('ZREM', KEYS[2], id)
    redis.call('HDEL', KEYS[3], id)
    redis.call('HDEL', KEYS[4], id)
end

local gone = {}
local verbs = {}

-- A new task that was given up since it was found is in queue.finished by now, and its claim drops it.
local function dispatch_all(tasks)
    local hashes, ids, durations = {}, {}, {}
    for _, task in ipairs(tasks) do
        if not task.new then
            hashes[#hashes + 1] = ARGV[2] .. task.id
        end
        ids[#ids + 1] = task.id
        durations[#durations + 1] = task.id
        durations[#durations + 1] = task.seconds
    end
    if #hashes > 0 and redis.call('EXISTS', unpack(hashes)) < #hashes then
        return false
    end
    if redis.call('ZREM', KEYS[2], unpack(ids)) < #ids then
        return false
    end
    redis.call('HSET', KEYS[4], unpack(durations))
    for _, id in ipairs(ids) do
        redis.call('XADD', KEYS[5], '*', 'task', id)
    end
    return true
end

function verbs.dispatch_marked(id, seconds)
    if redis.call('HEXISTS', KEYS[4], id) == 1 then
        return
    end
    if redis.call('EXISTS', ARGV[2] .. id) == 0 then
        forget(id)
        gone[#gone + 1] = id
        return
    end
    redis.call('ZREM', KEYS[2], id)
    redis.call('HSET', KEYS[4], id, seconds)
    local entry = {'task', id}
    local interactive, avoid = unpack(redis.call('HMGET', ARGV[2] .. id, 'interactive', 'avoid'))
    if interactive == 'true' then
        entry = {'task', id, 'interactive', 'true'}
    elseif avoid then
        entry = {'task', id, 'avoid', avoid}
    end
    redis.call('XADD', KEYS[5], '*', unpack(entry))
end

function verbs.downgrade(id, seconds)
    if redis.call('HEXISTS', KEYS[4], id) == 1 then
        redis.call('HSET', KEYS[4], id, seconds)
        tell(id, ':duration', seconds, ' d=' .. seconds)
    end
end

function verbs.halt(id)
    if redis.call('HEXISTS', KEYS[4], id) == 1 then
        forget(id)
        tell(id, ':duration', '0', ' d=0')
    end
end

function verbs.deny(id, reason)
    if redis.call('HEXISTS', KEYS[3], id) == 1 then
        forget(id)
        tell(id, ':denied', reason, '')
        redis.call('HINCRBY', KEYS[6], ARGV[5], 1)
    end
end

-- Dispatches that follow one another go together. If one of them is gone or waits no more, each is looked at.
local together = {}
local function flush()
    if #together > 0 and not dispatch_all(together) then
        for _, task in ipairs(together) do
            verbs.dispatch_marked(task.id, task.seconds)
        end
    end
    together = {}
end

for i = 6, #ARGV, 3 do
    if ARGV[i] == 'dispatch' or ARGV[i] == 'dispatch_new' then
        together[#together + 1] = {id = ARGV[i + 1], seconds = ARGV[i + 2], new = ARGV[i] == 'dispatch_new'}
    else
        flush()
        verbs[ARGV[i]](ARGV[i + 1], ARGV[i + 2])
    end
end
flush()
if #told > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return {1, gone}
