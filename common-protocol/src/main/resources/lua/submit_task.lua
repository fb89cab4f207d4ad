-- Stores new tasks and puts them in front of the scheduler, or says that the queue, or a caller's share of it, is full.
--
-- KEYS     1 task.counter  2 queue.incoming  3 queue
--          then for each task: submission:GROUP, queue.caller:NAME
-- ARGV     1 prefix of task keys  2 seconds the task's keys live  3 seconds a submission is remembered
--          4 what stands for a withdrawn submission  5 seconds a withdrawn one is remembered
--          6 seconds that the caller's tasks are remembered
--          then for each task: its number in the group, how many tasks may wait (0: no bound), how many of the caller
--          (0: no bound, and it is not counted), how many option fields follow, how many files,
--          option name, value, ...  file name, contents, ...
-- Returns  for each task 1 and its ID when accepted, 0 and how many wait when the queue is full, 0 and 0 when it was
--          withdrawn, 2 and how many wait when as many tasks of the caller wait as may
--
-- submission:GROUP holds the answers to those that were sent together: number=ID, joined by spaces.
--
-- Nobody takes tasks out of queue.caller:NAME when they stop waiting; those that have are forgotten when the set is as
-- large as the bound. So a submission that is far from its bound costs three commands more.
--
-- Why atomic: the bounds on waiting tasks hold only if counting and adding are one step, and the scheduler must never
-- see an ID whose hash is not there yet.
-- Twice: the group remembers the first answers, so a submission whose reply was lost can be sent again.

local TASKS = (#KEYS - 3) / 2

local accepted = {} -- not in queue.incoming yet
local waiting
local function count_waiting()
    waiting = waiting or redis.call('LLEN', KEYS[2]) + redis.call('ZCARD', KEYS[3])
    return waiting
end

local callers = {}
local function write_arrivals()
    if #accepted > 0 then
        redis.call('RPUSH', KEYS[2], unpack(accepted))
        accepted = {}
    end
    for key, caller in pairs(callers) do
        if #caller.new > 0 then
            redis.call('SADD', key, unpack(caller.new))
            redis.call('EXPIRE', key, ARGV[6])
            caller.new = {}
        end
    end
end

local function caller_of(key)
    callers[key] = callers[key] or {size = redis.call('SCARD', key), new = {}}
    return callers[key]
end

-- A task waits in the one list or in the other, as it does for the bound on all.
local function waiting_of_caller(key)
    write_arrivals()
    local incoming = {}
    for _, id in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
        incoming[id] = true
    end
    local ids = redis.call('SMEMBERS', key)
    local count = #ids
    local MOST = 1000 -- values that one command may have
    for from = 1, #ids, MOST do
        local gone = {}
        for i, score in ipairs(redis.call('ZMSCORE', KEYS[3], unpack(ids, from, math.min(#ids, from + MOST - 1)))) do
            local id = ids[from + i - 1]
            if not score and not incoming[id] then
                gone[#gone + 1] = id
            end
        end
        if #gone > 0 then
            redis.call('SREM', key, unpack(gone))
            count = count - #gone
        end
    end
    callers[key].size = count
    callers[key].counted = true -- exactly: nobody stops waiting while this script runs
    return count
end

local now
local next_id
-- Takes IDs for all tasks of this call. Those that services still hold in memory must not be given out again by a Redis that
-- restarted empty, nor by a replica that became the master before it had heard of the last ones. The clock is past all of
-- them.
local function reserve_ids()
    if next_id then
        return
    end
    now = redis.call('TIME')
    next_id = now[1] * 1000000 + now[2]
    local last = tonumber(redis.call('SET', KEYS[1], string.format('%.0f', next_id + TASKS - 1), 'GET') or 0)
    if last >= next_id then
        next_id = last + 1
        redis.call('SET', KEYS[1], string.format('%.0f', last + TASKS))
    end
end

local function new_id()
    reserve_ids()
    next_id = next_id + 1
    return string.format('%.0f', next_id - 1)
end

-- What the group will hold if it is new and no task of this call is refused; nil if they are of several groups, or if not
-- all fit. To write it at once, unless it is there, costs one command; to look first costs two.
local function expected_answers(key)
    local answers = {}
    local place, at = 1, 7
    while at <= #ARGV do
        local bound = tonumber(ARGV[at + 1])
        if KEYS[2 * place + 2] ~= key or bound > 0 and count_waiting() + TASKS > bound then
            return nil
        end
        answers[place] = ' ' .. ARGV[at] .. '='
        place = place + 1
        at = at + 5 + 2 * (tonumber(ARGV[at + 3]) + tonumber(ARGV[at + 4]))
    end
    reserve_ids()
    for i, answer in ipairs(answers) do
        answers[i] = answer .. string.format('%.0f', next_id + i - 1)
    end
    return table.concat(answers)
end

local groups = {}
local function group_of(key)
    if groups[key] then
        return groups[key]
    end
    local group = {answers = {}, told = '', life = ARGV[3], stored = expected_answers(key)}
    if not (group.stored and redis.call('SET', key, group.stored, 'NX', 'EX', group.life)) then
        group.told = redis.call('GET', key) or ''
        group.stored = group.told
        for number, answer in string.gmatch(group.told, '(%d+)=(%S+)') do
            group.answers[number] = answer
            if answer == ARGV[4] then
                group.life = ARGV[5]
            end
        end
    end
    groups[key] = group
    return group
end

local function write_answers()
    for key, group in pairs(groups) do
        if group.told == '' and group.stored ~= '' then
            redis.call('DEL', key)
        elseif group.told ~= group.stored then
            redis.call('SET', key, group.told, 'EX', group.life)
        end
    end
end

local function store(id, options_from, options, files)
    local task = ARGV[1] .. id
    local submitted = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
    local files_from = options_from + 2 * options
    redis.call('HSET', task, 'submitted', submitted, unpack(ARGV, options_from, files_from - 1))
    redis.call('EXPIRE', task, ARGV[2])
    if files > 0 then
        redis.call('HSET', task .. ':files', unpack(ARGV, files_from, files_from + 2 * files - 1))
        redis.call('EXPIRE', task .. ':files', ARGV[2])
    end
end

local function submit(place, at)
    local number, bound, share = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local group = group_of(KEYS[2 * place + 2])
    local before = group.answers[number]
    if before == ARGV[4] then
        return 0, 0
    end
    if before then
        return 1, before
    end
    if bound > 0 and count_waiting() >= bound then
        return 0, count_waiting()
    end
    local caller = share > 0 and caller_of(KEYS[2 * place + 3])
    if caller and caller.size >= share then
        local of_caller = caller.counted and caller.size or waiting_of_caller(KEYS[2 * place + 3])
        if of_caller >= share then
            return 2, of_caller
        end
    end
    local id = new_id()
    store(id, at + 5, tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]))
    accepted[#accepted + 1] = id
    waiting = waiting and waiting + 1
    if caller then
        caller.size = caller.size + 1
        caller.new[#caller.new + 1] = id
    end
    group.answers[number] = id
    group.told = group.told .. ' ' .. number .. '=' .. id
    return 1, id
end

local answers = {}
local place = 1
local at = 7
while at <= #ARGV do
    local code, value = submit(place, at)
    answers[#answers + 1] = code
    answers[#answers + 1] = value
    place = place + 1
    at = at + 5 + 2 * (tonumber(ARGV[at + 3]) + tonumber(ARGV[at + 4]))
end
write_arrivals()
write_answers()
return answers
