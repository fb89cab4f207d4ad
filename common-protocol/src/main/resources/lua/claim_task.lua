-- Gives dispatched tasks to slots, and tells the queue servers where they run.
--
-- KEYS     1 queue.outcoming  2 queue.processing  3 queue.executing  4 queue.finished
-- ARGV     1 prefix of task keys  2 consumer group  3 channel of updates  4 seconds that the address lives
--          5 process that claims  6 milliseconds a slot holds the task unless it renews it
--          then for each claim: stream entry ID, task ID, address, backend ID
-- Returns  for each claim {1, duration now ('' unknown), {option, value, ...}, {file name, contents, ...}},
--          or {0} when another slot has it or its client left
-- Publishes  the IDs that have an address, each with ' a=' and its address and ' p=' and its process, joined by spaces
--
-- The address is in the hash of the task. It is put into the list of the published schema, too, if the queue server is
-- another program's: ours, which name themselves in the hash, hear of it or read it there.
--
-- Why atomic: between acknowledging and marking as processing a crash would lose the task or count it twice.
-- Twice: the address is unguessable and marks the claim, so the slot that won is answered the same again. The files
-- stay until the slot has them and removes them itself.

local claims = {}
local entries = {}
for i = 7, #ARGV, 4 do
    entries[#entries + 1] = ARGV[i]
    claims[#claims + 1] = {entry = ARGV[i], id = ARGV[i + 1], address = ARGV[i + 2], backend = ARGV[i + 3]}
end

local acknowledged = redis.call('XACK', KEYS[1], ARGV[2], unpack(entries))
if acknowledged == #entries then
    redis.call('XDEL', KEYS[1], unpack(entries))
end

-- Whoever acknowledges an entry deletes it in the same step, so the one that is still there was acknowledged by this call.
local function is_acknowledged(entry)
    return acknowledged == #entries or acknowledged > 0 and redis.call('XDEL', KEYS[1], entry) == 1
end

local function is_for_one_of_ours(options)
    for i = 1, #options, 2 do
        if options[i] == 'server' then
            return options[i + 1] ~= ''
        end
    end
    return false
end

local now = redis.call('TIME')
local held_until = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[6])
local won = {}
local told = {}
local answers = {}

local function is_answered_before(task, address)
    return acknowledged < #entries and redis.call('HGET', task, 'address') == address
end

for i, claim in ipairs(claims) do
    local task = ARGV[1] .. claim.id
    local ours = is_acknowledged(claim.entry)
    if ours or is_answered_before(task, claim.address) then
        local options = redis.call('HGETALL', task)
        if #options == 0 then
            redis.call('RPUSH', KEYS[4], claim.id)
        else
            won[#won + 1] = claim.id
            claim.task = task
            claim.ours = ours
            claim.listed = ours and not is_for_one_of_ours(options)
            answers[i] = {1, '', options, redis.call('HGETALL', task .. ':files')}
        end
    end
    answers[i] = answers[i] or {0}
end

local durations = #won > 0 and redis.call('HMGET', KEYS[3], unpack(won)) or {}
local processing = {}
local place = 0
for i, claim in ipairs(claims) do
    if claim.task then
        place = place + 1
        answers[i][2] = durations[place] or ''
    end
    if claim.ours then
        processing[#processing + 1] = claim.id
        local fields = {'address', claim.address, 'backend', claim.backend, 'process', ARGV[5]}
        if durations[place] then
            fields[7], fields[8] = 'held', held_until -- a slot renews only what the scheduler counts
        end
        redis.call('HSET', claim.task, unpack(fields))
        if claim.listed then
            redis.call('RPUSH', claim.task .. ':backend', claim.address)
            redis.call('EXPIRE', claim.task .. ':backend', ARGV[4])
        end
        told[#told + 1] = claim.id .. ' a=' .. claim.address .. ' p=' .. ARGV[5]
    end
end
if #processing > 0 then
    redis.call('SADD', KEYS[2], unpack(processing))
    redis.call('PUBLISH', ARGV[3], table.concat(told, ' '))
end
return answers
