-- Makes the caller the one scheduler that decides, if there is none.
--
-- KEYS     1 scheduler.leader  2 scheduler.epoch
-- ARGV     1 milliseconds the lease lives unless renewed
-- Returns  the fencing token, '' when another leads
--
-- Why atomic: two callers must not both find the lease free.
-- Twice: a caller whose reply was lost is like a leader that died; the lease ends by itself.

if redis.call('EXISTS', KEYS[1]) == 1 then
    return ''
end
local now = redis.call('TIME')
-- See submit_task.lua: a token never repeats, not even after Redis restarted empty or failed over.
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
local token = string.format('%.0f', math.max(last + 1, now[1] * 1000000 + now[2]))
redis.call('SET', KEYS[2], token)
redis.call('SET', KEYS[1], token, 'PX', ARGV[1])
return token
