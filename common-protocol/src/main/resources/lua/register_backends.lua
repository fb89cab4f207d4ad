-- Brings new slots into the fleet.
--
-- KEYS     1 backend.counter  2 backend.set  3 backend.updated  4 queue.outcoming  5 lease of the process
-- ARGV     1 prefix of backend keys  2 milliseconds the process lives unless renewed  3 how many slots  4 consumer group
--          5 milliseconds after which a consumer that reads nothing and holds nothing is forgotten
--          6 process that the slots belong to, '' for slots with leases of their own
--          7 milliseconds that the key of a slot lives
-- Returns  the new backend IDs
--
-- Why atomic: a slot in backend.set without its key would be taken for dead at once.
-- Twice: the IDs of a lost reply expire like those of a dead slot.

local now = redis.call('TIME')
-- See submit_task.lua: IDs never repeat, not even after Redis restarted empty or failed over.
local last = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now[1] * 1000000 + now[2])
redis.call('SET', KEYS[1], string.format('%.0f', last + tonumber(ARGV[3])))
redis.pcall('XGROUP', 'CREATE', KEYS[4], ARGV[4], '0', 'MKSTREAM') -- an error says that it exists

-- Each process reads under a name of its own; those of killed processes would pile up for ever.
for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[4], ARGV[4])) do
    local name, pending, idle = consumer[2], consumer[4], consumer[6]
    if pending == 0 and idle > tonumber(ARGV[5]) then
        redis.call('XGROUP', 'DELCONSUMER', KEYS[4], ARGV[4], name)
    end
end

local life = ARGV[2]
if ARGV[6] ~= '' then
    redis.call('SET', KEYS[5], '', 'PX', ARGV[2])
    life = ARGV[7]
end
local ids = {}
for i = 1, tonumber(ARGV[3]) do
    local id = string.format('%.0f', last + i)
    redis.call('SET', ARGV[1] .. id, ARGV[6], 'PX', life)
    redis.call('SADD', KEYS[2], id)
    redis.call('RPUSH', KEYS[3], id)
    ids[#ids + 1] = id
end
return ids
