-- Puts tasks that were read and will not be claimed back into the stream, for other slots. An interactive task never
-- queues: once no slot has wanted it for a while, it is denied.
--
-- KEYS     1 queue.outcoming  2 queue.finished  3 stats
-- ARGV     1 consumer group  2 prefix of task keys  3 channel of updates  4 seconds that messages to a task live
--          5 milliseconds after which an interactive task is denied  6 the denial  7 field of stats that counts denials
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

local function deny(id)
    redis.call('RPUSH', ARGV[2] .. id .. ':denied', ARGV[6])
    redis.call('EXPIRE', ARGV[2] .. id .. ':denied', ARGV[4])
    redis.call('RPUSH', KEYS[2], id)
    redis.call('HINCRBY', KEYS[3], ARGV[7], 1)
    told[#told + 1] = id
end

for i = 8, #ARGV do
    local found = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])
    if redis.call('XACK', KEYS[1], ARGV[1], ARGV[i]) == 1 and #found > 0 then
        redis.call('XDEL', KEYS[1], ARGV[i])
        local fields = {}
        for j = 1, #found[1][2], 2 do
            fields[found[1][2][j]] = found[1][2][j + 1]
        end
        local since = fields.since or string.match(ARGV[i], '^%d+')
        if not fields.interactive then
            redis.call('XADD', KEYS[1], '*', 'task', fields.task)
            put_back = put_back + 1
        elseif millis - tonumber(since) < tonumber(ARGV[5]) then
            redis.call('XADD', KEYS[1], '*', 'task', fields.task, 'interactive', fields.interactive, 'since', since)
            put_back = put_back + 1
        else
            deny(fields.task)
        end
    end
end
if #told > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return put_back
