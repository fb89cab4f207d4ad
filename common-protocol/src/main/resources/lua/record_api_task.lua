-- The owner of an asynchronous task says how it goes on.
--
-- KEYS     1 api.task:ID  2 api.task:ID:events
-- ARGV     1 ID  2 owner  3 seconds the keys live  4 channel of updates  5 how many events there were before these
--          6 how many fields follow  then field, value, ...  then events
-- Returns  1 when recorded, 0 when the task has ended or has another owner: the caller stops its run; -1 when there is
--          no such task: Redis lost it, and the caller puts it back
-- Publishes  the ID
--
-- Why atomic: an owner that lost the task to another in between must change nothing.
-- Twice: events that are there already are not appended again, because each call says where its first one belongs.

local task = redis.call('HMGET', KEYS[1], 'owner', 'outcome')
if not task[1] then
    return -1
end
if task[1] ~= ARGV[2] or task[2] then
    return 0
end
local last_field = 6 + 2 * tonumber(ARGV[6])
for i = 7, last_field, 2 do
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
local there = redis.call('LLEN', KEYS[2]) - tonumber(ARGV[5])
for i = last_field + 1 + math.max(0, there), #ARGV do
    redis.call('RPUSH', KEYS[2], ARGV[i])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[1])
return 1
