-- Puts tasks that were read and will not be claimed back into the stream, for other slots. An interactive task never
-- queues: once no slot has wanted it for a while, it is denied. A task that was lost on the process that hands it back is
-- left to other processes, while one of them lives and for a while: then it is for anybody again.
--
-- KEYS     1 queue.outcoming  2 queue.finished  3 stats  4 backend.set
-- ARGV     1 consumer group  2 prefix of task keys  3 channel of updates  4 seconds that messages to a task live
--          5 milliseconds after which an interactive task is denied  6 the denial  7 field of stats that counts denials
--          8 prefix of backend keys  9 milliseconds for which a task is left to other processes
--          10 prefix of process leases
--          then stream entry IDs
-- Returns  how many were put back
-- Publishes  the IDs that were denied, joined by spaces
--
-- Why atomic: between leaving the stream and entering it again a crash would lose the task.
-- Twice: only the call that acknowledges an entry adds it again.

local now = redis.call('TIME')
local millis = now[1] * 1000 + math.floor(now[2] / 1000)
local put_back = 0
local told = {}

local function put(...)
    redis.call('XADD', KEYS[1], '*', ...)
    put_back = put_back + 1
end

local function deny(id)
    redis.call('RPUSH', ARGV[2] .. id .. ':denied', ARGV[6])
    redis.call('EXPIRE', ARGV[2] .. id .. ':denied', ARGV[4])
    redis.call('RPUSH', KEYS[2], id)
    redis.call('HINCRBY', KEYS[3], ARGV[7], 1)
    told[#told + 1] = id
end

local function lives_other_than(processes)
    local avoided = {}
    for process in string.gmatch(processes, '%S+') do
        avoided[process] = true
    end
    local keys = {}
    for _, backend in ipairs(redis.call('SMEMBERS', KEYS[4])) do
        keys[#keys + 1] = ARGV[8] .. backend
    end
    local MOST = 1000 -- values that one command may have
    for first = 1, #keys, MOST do
        for _, process in ipairs(redis.call('MGET', unpack(keys, first, math.min(#keys, first + MOST - 1)))) do
            if process and not avoided[process] then
                if process == '' or redis.call('EXISTS', ARGV[10] .. process) == 1 then
                    return true
                end
                avoided[process] = true -- it is dead, and so are its other slots
            end
        end
    end
    return false
end

local function hand_back(entry, fields)
    local since = fields.since or string.match(entry, '^%d+')
    local waited = millis - tonumber(since)
    if fields.interactive then
        if waited < tonumber(ARGV[5]) then
            put('task', fields.task, 'interactive', fields.interactive, 'since', since)
        else
            deny(fields.task)
        end
    elseif fields.avoid and waited < tonumber(ARGV[9]) and lives_other_than(fields.avoid) then
        put('task', fields.task, 'avoid', fields.avoid, 'since', since)
    else
        put('task', fields.task)
    end
end

for i = 11, #ARGV do
    local found = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])
    if redis.call('XACK', KEYS[1], ARGV[1], ARGV[i]) == 1 and #found > 0 then
        redis.call('XDEL', KEYS[1], ARGV[i])
        local fields = {}
        for j = 1, #found[1][2], 2 do
            fields[found[1][2][j]] = found[1][2][j + 1]
        end
        hand_back(ARGV[i], fields)
    end
end
if #told > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return put_back
