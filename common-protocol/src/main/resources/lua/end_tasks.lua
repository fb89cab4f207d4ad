-- An operator ends tasks, wherever they are: their queue servers tell the clients, and hang up on the slots.
--
-- KEYS     1 queue.processing  2 queue.finished
-- ARGV     1 prefix of task keys  2 suffix of denials  3 channel of updates  4 seconds a denial lives  5 code and reason
--          then IDs
-- Returns  how many of them there were
-- Publishes  the IDs that there were, joined by spaces
--
-- A claimed task keeps its place in the counts until its slot says that it ended.
--
-- Why atomic: a claim in between would leave a task that is both dropped from the queue and run.
-- Twice: the denial is there twice and read once; an ID in queue.finished that the scheduler does not know is ignored.

local ended = {}
for i = 6, #ARGV do
    local task = ARGV[1] .. ARGV[i]
    if redis.call('EXISTS', task) == 1 then
        redis.call('RPUSH', task .. ARGV[2], ARGV[5])
        redis.call('EXPIRE', task .. ARGV[2], ARGV[4])
        if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 0 then
            redis.call('RPUSH', KEYS[2], ARGV[i])
        end
        ended[#ended + 1] = ARGV[i]
    end
end
if #ended > 0 then
    redis.call('PUBLISH', ARGV[3], table.concat(ended, ' '))
end
return #ended
