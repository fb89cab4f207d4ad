-- Keeps the result of a task that succeeded, and forgets those that were not asked for the longest.
--
-- KEYS     1 fleet.toolchain  2 results  3 results.sizes  4 results.bytes
-- ARGV     1 prefix of results  2 digest of sources and options  3 seconds a result lives
--          4 bytes that all results may have together  5 bytes of this one  then field, value, ...
-- Returns  1 when it was stored, 0 when the toolchain is not known
--
-- Why atomic: the sum of the sizes is right only if adding, removing and counting are one step.
-- Twice: the same result replaces itself.

local toolchain = redis.call('GET', KEYS[1])
if not toolchain then
    return 0
end

local function forget(key)
    redis.call('DEL', key)
    redis.call('ZREM', KEYS[2], key)
    local size = redis.call('HGET', KEYS[3], key)
    if size then
        redis.call('HDEL', KEYS[3], key)
        redis.call('DECRBY', KEYS[4], size)
    end
end

local key = ARGV[1] .. toolchain .. ':' .. ARGV[2]
forget(key)
local most = tonumber(ARGV[4])
while (tonumber(redis.call('GET', KEYS[4]) or '0')) + tonumber(ARGV[5]) > most do
    local oldest = redis.call('ZRANGE', KEYS[2], 0, 0)
    if #oldest == 0 then
        redis.call('SET', KEYS[4], 0)
        break
    end
    forget(oldest[1])
end
for i = 6, #ARGV, 2 do
    redis.call('HSET', key, ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', key, ARGV[3])
local now = redis.call('TIME')
redis.call('ZADD', KEYS[2], string.format('%.0f', now[1] * 1000000 + now[2]), key)
redis.call('HSET', KEYS[3], key, ARGV[5])
redis.call('INCRBY', KEYS[4], ARGV[5])
return 1
