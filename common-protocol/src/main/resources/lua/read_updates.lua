-- Reads the newest message of every kind for many tasks in one round trip, and changes nothing.
--
-- KEYS     none (every key is derived from an ID)
-- ARGV     1 prefix of task keys, then IDs
-- Returns  for each ID: backend address, estimate, duration, denial, process of the backend; '' where there is none
--
-- The address of a slot of ours is in the hash of the task. Another program may only have put it into the list.
--
-- Why atomic: it need not be; it is one script so that ten thousand waiting clients cost one round trip.
-- Twice: it only reads. Nothing is taken from a list, so a lost reply loses nothing.

local updates = {}
for i = 2, #ARGV do
    local task = ARGV[1] .. ARGV[i]
    local address, process = unpack(redis.call('HMGET', task, 'address', 'process'))
    updates[#updates + 1] = address or redis.call('LINDEX', task .. ':backend', -1) or ''
    for _, list in ipairs({':queue.estimate', ':duration', ':denied'}) do
        updates[#updates + 1] = redis.call('LINDEX', task .. list, -1) or ''
    end
    updates[#updates + 1] = process or ''
end
return updates
