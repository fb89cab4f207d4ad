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

local function forget(key, size)
    redis.call('DEL', key)
    redis.call('ZREM', KEYS[2], key)
    redis.call('HDEL', KEYS[3], key)
    return redis.call('DECRBY', KEYS[4], size)
end

local key = ARGV[1] .. toolchain .. ':' .. ARGV[2]
local size_before = redis.call('HGET', KEYS[3], key)
if size_before then
    forget(key, size_before)
end
redis.call('HSET', key, unpack(ARGV, 6))
redis.call('EXPIRE', key, ARGV[3])
local now = redis.call('TIME')
redis.call('ZADD', KEYS[2], string.format('%.0f', now[1] * 1000000 + now[2]), key)
redis.call('HSET', KEYS[3], key, ARGV[5])
local sum = redis.call('INCRBY', KEYS[4], ARGV[5])
local most = tonumber(ARGV[4])
while sum > most do
    local oldest = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
    if oldest == key then
        redis.call('SET', KEYS[4], ARGV[5]) -- it is the only one, so the sum was wrong
        break
    end
    sum = forget(oldest, redis.call('HGET', KEYS[3], oldest) or 0)
end
return 1
