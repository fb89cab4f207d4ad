-- A slot is done with a task: its place in the counts is free, and the statistics know of it.
--
-- KEYS     1 queue.processing  2 queue.finished  3 stats  4 stats.times
-- ARGV     1 ID  2 field of stats to count it under, '' for none  3 run time in milliseconds  4 how many run times are kept
-- Returns  1 when this call ended the task, 0 when it had ended before
--
-- Why atomic: a task that left queue.processing and is not in queue.finished would keep its place for ever.
-- Twice: only the call that takes the ID out of queue.processing counts.

if redis.call('SREM', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('RPUSH', KEYS[2], ARGV[1])
if ARGV[2] ~= '' then
    redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
    redis.call('LPUSH', KEYS[4], ARGV[3])
    redis.call('LTRIM', KEYS[4], 0, ARGV[4] - 1)
end
return 1
