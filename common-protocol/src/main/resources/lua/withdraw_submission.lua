-- Nobody waits any more for the answer to a submission that may or may not have come through.
--
-- KEYS     1 submission:NONCE
-- ARGV     1 what stands for a withdrawn submission  2 seconds it is remembered
-- Returns  the ID of the task, which is to be abandoned, or '' when there is none and will be none
--
-- Why atomic: a submission that comes in between would leave a task that nobody knows of.
-- Twice: the second time there is nothing left to withdraw.

local id = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
if id and id ~= ARGV[1] then
    return id
end
return ''
