-- Keeps slots alive, and brings back those that Redis forgot: it restarted empty, failed over, or heard of us too late.
--
-- KEYS     1 backend.set  2 backend.updated  3 queue.outcoming
-- ARGV     1 prefix of backend keys  2 milliseconds a slot lives unless renewed  3 consumer group  then backend IDs
-- Returns  how many of them had been forgotten
--
-- A slot keeps its ID, which no other slot can have got meanwhile, so the task it may be running stays its own.
--
-- Why atomic: a slot in backend.set without its key would be taken for dead at once.
-- Twice: renewing is idempotent.

redis.pcall('XGROUP', 'CREATE', KEYS[3], ARGV[3], '0', 'MKSTREAM') -- an error says that it exists
local forgotten = 0
for i = 4, #ARGV do
    redis.call('SET', ARGV[1] .. ARGV[i], '', 'PX', ARGV[2])
    if redis.call('SADD', KEYS[1], ARGV[i]) == 1 then
        redis.call('RPUSH', KEYS[2], ARGV[i])
        forgotten = forgotten + 1
    end
end
return forgotten
