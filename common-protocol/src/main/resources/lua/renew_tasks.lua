-- Keeps the keys of tasks whose clients still wait.
--
-- KEYS     none (every key is derived from an ID)
-- ARGV     1 prefix of task keys  2 seconds the keys live unless renewed  then IDs
-- Returns  the IDs that are no longer there: lost by Redis, or given up
--
-- Why atomic: it need not be; it is one round trip for all tasks of a queue server.
-- Twice: renewing is idempotent.

local lost = {}
for i = 3, #ARGV do
    local task = ARGV[1] .. ARGV[i]
    if redis.call('EXPIRE', task, ARGV[2]) == 0 then
        lost[#lost + 1] = ARGV[i]
    end
    redis.call('EXPIRE', task .. ':files', ARGV[2])
end
return lost
