-- A client's named session has one task at a time: the newest.
--
-- KEYS     1 session:NAME
-- ARGV     1 'enter' or 'leave'  2 holder: names one task of one queue server  3 seconds a holder is remembered
--          4 channel of superseded holders
-- Returns  1 when the caller holds the session after an enter, or held it before a leave; else 0
-- Publishes  on enter, the holder that was there before
--
-- Why atomic: of two tasks that enter at the same time exactly one must learn that it is the older.
-- Twice: entering again finds itself and publishes nothing; leaving again finds somebody else or nobody.

local before = redis.call('GET', KEYS[1])
if ARGV[1] == 'leave' then
    if before ~= ARGV[2] then
        return 0
    end
    redis.call('DEL', KEYS[1])
    return 1
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
if before and before ~= ARGV[2] then
    redis.call('PUBLISH', ARGV[4], before)
end
return 1
