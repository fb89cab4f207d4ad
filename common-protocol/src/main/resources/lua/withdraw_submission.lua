-- Nobody waits any more for the answer to a submission that may or may not have come through.
--
-- KEYS     1 submission:GROUP
-- ARGV     1 what stands for a withdrawn submission  2 seconds it is remembered  3 its number in the group
-- Returns  the ID of the task, which is to be abandoned, or '' when there is none and will be none
--
-- Why atomic: a submission that comes in between would leave a task that nobody knows of.
-- Twice: the second time there is nothing left to withdraw.

local id = ''
local told = {}
for number, answer in string.gmatch(redis.call('GET', KEYS[1]) or '', '(%d+)=(%S+)') do
    if number ~= ARGV[3] then
        told[#told + 1] = number .. '=' .. answer
    elseif answer ~= ARGV[1] then
        id = answer
    end
end
told[#told + 1] = ARGV[3] .. '=' .. ARGV[1]
redis.call('SET', KEYS[1], table.concat(told, ' '), 'EX', ARGV[2])
return id
