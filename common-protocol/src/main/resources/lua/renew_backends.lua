-- Keeps slots alive.
--
-- KEYS     1 backend.set
-- ARGV     1 prefix of backend keys  2 milliseconds a slot lives unless renewed  then backend IDs
-- Returns  how many of them are no longer registered: the caller then registers anew
--
-- Why atomic: it need not be; it is one round trip for all slots of a process.
-- Twice: renewing is idempotent.

local lost = 0
for i = 3, #ARGV do
    local alive = redis.call('PEXPIRE', ARGV[1] .. ARGV[i], ARGV[2]) == 1
    if not alive or redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 0 then
        lost = lost + 1
    end
end
return lost
