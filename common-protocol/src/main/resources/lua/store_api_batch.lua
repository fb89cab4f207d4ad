-- Stores a batch of figures as an asynchronous task of the queue server that runs it, or says that there are too many.
--
-- KEYS     1 api.task:ID  2 api.task:ID:files  3 api.owners  4 api.owned:OWNER  5 api.batches
-- ARGV     1 ID  2 owner  3 seconds the keys live  4 caller  5 how many batches the caller may have
--          6 how many the fleet may have  7 prefix of api.task  8 how many fields follow  then field, value, ...
--          then file, contents, ...
-- Returns  0 when stored, 1 when the caller has as many as it may, 2 when the fleet has
--
-- A batch that has ended, or expired, leaves api.batches here, when the next one comes.
--
-- Why atomic: of two batches at the same time only one may have the last place; and see store_api_task.lua.
-- Twice: a batch that is there already stays as it is.

if redis.call('EXISTS', KEYS[1]) == 1 then
    return 0
end
local all = 0
local own = 0
local batches = redis.call('HGETALL', KEYS[5])
for i = 1, #batches, 2 do
    local task = redis.call('HMGET', ARGV[7] .. batches[i], 'owner', 'outcome')
    if not task[1] or task[2] then
        redis.call('HDEL', KEYS[5], batches[i])
    else
        all = all + 1
        if batches[i + 1] == ARGV[4] then
            own = own + 1
        end
    end
end
if own >= tonumber(ARGV[5]) then
    return 1
end
if all >= tonumber(ARGV[6]) then
    return 2
end
local last_field = 8 + 2 * tonumber(ARGV[8])
redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'adoptions', 0, 'state', 'waiting')
for i = 9, last_field, 2 do
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
for i = last_field + 1, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[2])
return 0
