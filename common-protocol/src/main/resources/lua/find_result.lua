-- Looks for the result of a task that ran before with the same sources, options and toolchain.
--
-- KEYS     1 fleet.toolchain  2 results
-- ARGV     1 prefix of results  2 digest of sources and options
-- Returns  {field, value, ...}, empty if there is none or the toolchain is not known
--
-- Why atomic: the result must not be evicted between being found and being read.
-- Twice: reading again finds the same.

local toolchain = redis.call('GET', KEYS[1])
if not toolchain then
    return {}
end
local key = ARGV[1] .. toolchain .. ':' .. ARGV[2]
local result = redis.call('HGETALL', key)
if #result > 0 then
    local now = redis.call('TIME')
    redis.call('ZADD', KEYS[2], 'XX', string.format('%.0f', now[1] * 1000000 + now[2]), key)
end
return result
