-- Tells waiting tasks how long they will still wait.
--
-- KEYS     1 scheduler.leader  2 queue
-- ARGV     1 fencing token  2 prefix of task keys  3 channel of updates  4 seconds that an estimate lives
--          then ID, seconds, ...
-- Returns  1, or 0 when the token is no longer the leader's
-- Publishes  the IDs that have a new estimate, each with ' e=' and that, joined by spaces
--
-- Why atomic: a task that was dispatched meanwhile must not be told that it waits.
-- Twice: the list holds one estimate, the last.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
local told = {}
for i = 5, #ARGV, 2 do
    local id = ARGV[i]
    if redis.call('ZSCORE', KEYS[2], id) then
        local key = ARGV[2] .. id .. ':queue.estimate'
        redis.call('DEL', key)
        redis.call('RPUSH', key, ARGV[i + 1])
        redis.call('EXPIRE', key, ARGV[4])
        told[#told + 1] = id .. ' e=' .. ARGV[i + 1]
    end
end
if #told > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return 1
