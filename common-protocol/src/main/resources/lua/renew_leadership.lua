-- Keeps the lease of the scheduler that holds it; with 0 milliseconds, gives it up.
--
-- KEYS     1 scheduler.leader
-- ARGV     1 fencing token  2 milliseconds the lease lives unless renewed, 0 to give it up
-- Returns  1 when the token is the leader's, 0 when it is not
--
-- Why atomic: the lease may change hands between looking and renewing.
-- Twice: renewing is idempotent.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
if ARGV[2] == '0' then
    redis.call('DEL', KEYS[1])
else
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
