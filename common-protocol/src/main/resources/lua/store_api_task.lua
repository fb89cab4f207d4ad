-- Stores an asynchronous task, with the queue server that runs it as its owner, or says that the queue is full. Puts
-- back one that Redis lost, too.
--
-- KEYS     1 api.task:ID  2 api.task:ID:files  3 api.owners  4 api.owned:OWNER  5 queue.incoming  6 queue
--          7 api.task:ID:events
-- ARGV     1 ID  2 owner  3 seconds the keys live  4 how many tasks may wait, -1 for any number
--          5 how many events were lost  6 how many fields follow  then field, value, ...  then file name, contents, ...
-- Returns  {1, 0} when stored, {0, waiting} when the queue is full
--
-- Lost events keep their places, empty, so that those who listen, and count, go on where they were.
--
-- Why atomic: a task that is stored without an owner in the index would be adopted by nobody.
-- Twice: a task that is there already stays as it is.

if redis.call('EXISTS', KEYS[1]) == 1 then
    return {1, 0}
end
local waiting = redis.call('LLEN', KEYS[5]) + redis.call('ZCARD', KEYS[6])
local most = tonumber(ARGV[4])
if most >= 0 and waiting >= most then
    return {0, waiting}
end
local last_field = 6 + 2 * tonumber(ARGV[6])
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'adoptions', 0, 'state', 'waiting')
for i = 7, last_field, 2 do
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
for i = last_field + 1, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
for _ = 1, tonumber(ARGV[5]) do
    redis.call('RPUSH', KEYS[7], '')
end
redis.call('EXPIRE', KEYS[7], ARGV[3])
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[2])
return {1, 0}
