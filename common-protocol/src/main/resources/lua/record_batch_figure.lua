-- A figure of a batch ends: the owner of the batch stores its end and its images, and tells those who listen.
--
-- KEYS     1 api.task:ID  2 api.task:ID:events  3 api.task:ID:figures
-- ARGV     1 ID  2 owner  3 seconds the batch lives  4 seconds its figures live  5 channel of updates
--          6 number of the figure  7 its end  8 event  then images in order
-- Returns  1 when recorded, 0 when the batch has ended or has another owner, -1 when there is no such batch
-- Publishes  the ID
--
-- Why atomic: of an owner and its heir exactly one may end a figure, and an end must not be told without its images.
-- Twice: a figure that has ended stays as it is.

local task = redis.call('HMGET', KEYS[1], 'owner', 'outcome')
if not task[1] then
    return -1
end
if task[1] ~= ARGV[2] or task[2] then
    return 0
end
if redis.call('HEXISTS', KEYS[3], ARGV[6]) == 1 then
    return 1
end
redis.call('HSET', KEYS[3], ARGV[6], ARGV[7])
for i = 9, #ARGV do
    redis.call('HSET', KEYS[3], ARGV[6] .. '.' .. (i - 8), ARGV[i])
end
redis.call('RPUSH', KEYS[2], ARGV[8])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[1])
return 1
