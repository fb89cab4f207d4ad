-- A slot of another program answered a task: the statistics count it. Our own slots do so themselves, see finish_task.lua.
--
-- KEYS     1 task:ID  2 stats  3 stats.times
-- ARGV     1 how many run times are kept  2 field of stats to count it under  3 run time in milliseconds, '' if unknown
-- Returns  1 when this call counted it, else 0
--
-- Why atomic: between looking and counting the same call may come again.
-- Twice: the first call removes the task's hash, which nobody needs once the answer is there, and the second finds none.

local ours = redis.call('HEXISTS', KEYS[1], 'backend') == 1
if ours or redis.call('UNLINK', KEYS[1]) == 0 then
    return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
if ARGV[3] ~= '' then
    redis.call('LPUSH', KEYS[3], ARGV[3])
    redis.call('LTRIM', KEYS[3], 0, ARGV[1] - 1)
end
return 1
