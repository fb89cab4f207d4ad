-- The client of a task left, or its queue server gave it up: nobody waits for it any more.
--
-- KEYS     1 queue.processing  2 queue.finished  3 scheduler.leader
-- ARGV     1 prefix of task keys  2 fencing token of the scheduler that gives them up, '' for a queue server  then IDs
-- Returns  {1, for each ID the address of the slot that runs it, '' when none does}, {0} when the token is no longer the
--          leader's
--
-- A claimed task keeps its place in the counts until its slot says that it ended; the caller makes that happen at
-- once by connecting to the address and closing. A dispatched one is dropped by its claim.
--
-- Why atomic: a claim in between would run a task that nobody waits for, with nobody knowing its address.
-- Twice: an ID in queue.finished that the scheduler does not know is ignored.

if ARGV[2] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[2] then
    return {0}
end
local answer = {1}
for i = 3, #ARGV do
    local task = ARGV[1] .. ARGV[i]
    local address = ''
    if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 1 then
        address = redis.call('HGET', task, 'address') or ''
    else
        redis.call('RPUSH', KEYS[2], ARGV[i])
    end
    redis.call('UNLINK', task, task .. ':files', task .. ':backend', task .. ':queue.estimate', task .. ':duration',
        task .. ':denied')
    answer[#answer + 1] = address
end
return answer
