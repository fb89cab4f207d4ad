-- An asynchronous task ends: its owner says how, or a client aborts it.
--
-- KEYS     1 api.task:ID  2 api.task:ID:files  3 api.task:ID:events  4 api.task:ID:image
-- ARGV     1 ID  2 owner, '' for a client  3 seconds the result lives  4 channel of updates  5 prefix of api.owned
--          6 state  7 outcome  8 last event  9 image, '' for none
-- Returns  1 when it ended by this call, 0 when it had ended or has another owner, -1 when there is no such task
-- Publishes  'ID ended'
--
-- A task with a webhook stays with its owner until that has been told.
--
-- Why atomic: of an end, an abort and an adoption at the same time exactly one happens.
-- Twice: the second call finds an outcome and changes nothing.

local task = redis.call('HMGET', KEYS[1], 'owner', 'outcome', 'webhook')
if not task[1] then
    return -1
end
if task[2] or (ARGV[2] ~= '' and task[1] ~= ARGV[2]) then
    return 0
end
redis.call('HSET', KEYS[1], 'state', ARGV[6], 'outcome', ARGV[7])
redis.call('HDEL', KEYS[1], 'estimate', 'absent')
redis.call('UNLINK', KEYS[2])
redis.call('RPUSH', KEYS[3], ARGV[8])
if ARGV[9] ~= '' then
    redis.call('SET', KEYS[4], ARGV[9], 'EX', ARGV[3])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[3])
if not task[3] then
    redis.call('SREM', ARGV[5] .. task[1], ARGV[1])
end
redis.call('PUBLISH', ARGV[4], ARGV[1] .. ' ended')
return 1
