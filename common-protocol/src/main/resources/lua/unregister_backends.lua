-- Takes slots out of the fleet; a task that one of them still ran is over.
--
-- KEYS     1 backend.set  2 backend.updated  3 queue.processing  4 queue.finished  5 queue.outcoming
--          6 lease of the process
-- ARGV     1 prefix of backend keys  2 consumer group  3 consumer that leaves with them, '' when it stays
--          4 how many backend IDs follow  then backend IDs  then IDs of tasks they ran
-- Returns  1
--
-- Why atomic: the scheduler must not see a slot that is gone while its task still counts. Entries that the consumer read
-- and did not claim are taken over by others; a consumer deleted with them would take them along.
-- Twice: the second run finds nothing to do, but for a scheduler that looks once more.

local last_backend = 4 + tonumber(ARGV[4])
for i = 5, last_backend do
    redis.call('DEL', ARGV[1] .. ARGV[i])
    redis.call('SREM', KEYS[1], ARGV[i])
    redis.call('RPUSH', KEYS[2], ARGV[i])
end
for i = last_backend + 1, #ARGV do
    if redis.call('SREM', KEYS[3], ARGV[i]) == 1 then
        redis.call('RPUSH', KEYS[4], ARGV[i])
    end
end
if ARGV[3] ~= '' then
    redis.call('DEL', KEYS[6])
    local pending = redis.pcall('XPENDING', KEYS[5], ARGV[2], '-', '+', 1, ARGV[3])
    if not pending.err and #pending == 0 then
        redis.call('XGROUP', 'DELCONSUMER', KEYS[5], ARGV[2], ARGV[3])
    end
end
return 1
