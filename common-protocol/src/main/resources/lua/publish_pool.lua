-- Says what a backend process made of its warm processes, and keeps the totals of processes that are gone.
--
-- KEYS     1 stats.pool  2 stats
-- ARGV     1 name of the process  2 milliseconds its figures count as those of a living process
--          3 created  4 reused  5 deleted  6 runs  7 active  (all since the process began)
-- Returns  1
--
-- Why atomic: the totals of a process that is gone move from one key to another; in between they would count twice or
-- not at all.
-- Twice: figures are totals and not increments, so saying them again changes nothing.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
    local expiry, created, reused, deleted, runs = string.match(all[i + 1], '^(%d+) (%d+) (%d+) (%d+) (%d+)')
    if all[i] ~= ARGV[1] and (not expiry or tonumber(expiry) < now) then
        redis.call('HDEL', KEYS[1], all[i])
        redis.call('HINCRBY', KEYS[2], 'poolCreated', created or 0)
        redis.call('HINCRBY', KEYS[2], 'poolReused', reused or 0)
        redis.call('HINCRBY', KEYS[2], 'poolDeleted', deleted or 0)
        redis.call('HINCRBY', KEYS[2], 'poolRuns', runs or 0)
    end
end
local expiry = string.format('%.0f', now + ARGV[2])
redis.call('HSET', KEYS[1], ARGV[1], table.concat({expiry, ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]}, ' '))
return 1
