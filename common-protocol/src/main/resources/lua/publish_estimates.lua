-- Tells waiting tasks how long they will still wait.
--
-- KEYS     1 scheduler.leader  2 queue
-- ARGV     1 fencing token  2 prefix of task keys  3 channel of updates  4 seconds that an estimate lives
--          then ID, seconds, ...
-- Returns  1, or 0 when the token is no longer the leader's
-- Publishes  the IDs that have a new estimate, each with ' e=' and that, joined by spaces; up to a thousand at a time
--
-- Why atomic: a task that was dispatched meanwhile must not be told that it waits.
-- Twice: the list holds one estimate, the last.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end

-- The values from first to last: so many that one command may have them.
local function tell(first, last)
    local ids, keys, told = {}, {}, {}
    for i = first, last, 2 do
        ids[#ids + 1] = ARGV[i]
    end
    for i, score in ipairs(redis.call('ZMSCORE', KEYS[2], unpack(ids))) do
        if score then
            keys[#keys + 1] = ARGV[2] .. ids[i] .. ':queue.estimate'
            told[#told + 1] = {key = keys[#keys], id = ids[i], seconds = ARGV[first + 2 * i - 1]}
        end
    end
    if #told == 0 then
        return
    end
    redis.call('DEL', unpack(keys))
    for i, news in ipairs(told) do
        redis.call('RPUSH', news.key, news.seconds)
        redis.call('EXPIRE', news.key, ARGV[4])
        told[i] = news.id .. ' e=' .. news.seconds
    end
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end

local MOST = 2000
for first = 5, #ARGV, MOST do
    tell(first, math.min(#ARGV, first + MOST - 1))
end
return 1
