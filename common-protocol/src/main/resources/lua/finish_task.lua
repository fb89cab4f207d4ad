-- Slots are done with tasks: their places in the counts are free, and the statistics know of them.
--
-- KEYS     1 queue.processing  2 queue.finished  3 stats  4 stats.times
-- ARGV     1 how many run times are kept
--          then for each task: ID, field of stats to count it under ('' for none), run time in milliseconds
-- Returns  for each task 1 when this call ended it, 0 when it had ended before
--
-- Why atomic: a task that left queue.processing and is not in queue.finished would keep its place for ever.
-- Twice: only the call that takes the ID out of queue.processing counts.

local ids = {}
for i = 2, #ARGV, 3 do
    ids[#ids + 1] = ARGV[i]
end
local first
if #ids == 1 then
    first = {redis.call('SREM', KEYS[1], ids[1])}
else
    first = redis.call('SMISMEMBER', KEYS[1], unpack(ids))
    redis.call('SREM', KEYS[1], unpack(ids))
end

local ended = {}
local times = {}
local counts = {}
local seen = {}
for i, id in ipairs(ids) do
    if seen[id] then
        first[i] = 0
    end
    seen[id] = true
    if first[i] == 1 then
        local field = ARGV[3 * i]
        ended[#ended + 1] = id
        if field ~= '' then
            counts[field] = (counts[field] or 0) + 1
            times[#times + 1] = ARGV[3 * i + 1]
        end
    end
end
if #ended > 0 then
    redis.call('RPUSH', KEYS[2], unpack(ended))
end
for field, count in pairs(counts) do
    redis.call('HINCRBY', KEYS[3], field, count)
end
-- Trimmed only now and then: who reads the times reads only as many as are kept.
if #times > 0 and redis.call('LPUSH', KEYS[4], unpack(times)) > 2 * ARGV[1] then
    redis.call('LTRIM', KEYS[4], 0, ARGV[1] - 1)
end
return first
