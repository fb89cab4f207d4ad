-- The owner of an asynchronous task has nothing more to do with it: it has ended, and whoever asked for it was told.
--
-- KEYS     1 api.owned:OWNER  2 api.task:ID
-- ARGV     1 ID  2 owner
-- Returns  1 when it was in the owner's index until now, 0 when it was not
--
-- Another owner's task is not marked: that one has yet to tell.
--
-- Why atomic: one that is in no index and not marked would be told again by whoever read the index before.
-- Twice: the mark is there already, and the index does not have it any more.

local task = redis.call('HMGET', KEYS[2], 'owner', 'outcome')
if task[1] == ARGV[2] and task[2] then
    redis.call('HSET', KEYS[2], 'told', '1')
end
return redis.call('SREM', KEYS[1], ARGV[1])
