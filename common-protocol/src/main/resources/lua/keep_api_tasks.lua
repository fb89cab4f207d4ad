-- Keeps the keys of an owner's unfinished asynchronous tasks, and names them.
--
-- KEYS     1 api.owners  2 api.owned:OWNER
-- ARGV     1 owner  2 seconds the keys live  3 prefix of api.task  4 suffix of files  5 suffix of events
--          6 cursor, '0' at first  7 about how many in one call
-- Returns  {the cursor of the next call, '0' at the end; IDs...}
--
-- Why atomic: a task must not leave the index by its end, and be taken for one that runs nowhere, in between.
-- Twice: renewing again changes nothing.

local page = redis.call('SSCAN', KEYS[2], ARGV[6], 'COUNT', ARGV[7])
local answer = {page[1]}
for _, id in ipairs(page[2]) do
    local task = ARGV[3] .. id
    if redis.call('EXISTS', task) == 0 then
        redis.call('SREM', KEYS[2], id)
    else
        if redis.call('HEXISTS', task, 'outcome') == 0 then
            redis.call('EXPIRE', task, ARGV[2])
            redis.call('EXPIRE', task .. ARGV[4], ARGV[2])
            redis.call('EXPIRE', task .. ARGV[5], ARGV[2])
        end
        answer[#answer + 1] = id
    end
end
if #answer > 1 then
    redis.call('SADD', KEYS[1], ARGV[1])
end
return answer
