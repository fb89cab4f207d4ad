-- Starts, ends and counts parallel requests of named types, a batch in one go and in the order given. A type begins
-- with its kind: requests of other programs and tasks of callers never meet.
--
-- KEYS     none (every key is derived from a type)
-- ARGV     1 prefix of the set of servers that hold requests of a type
--          2 prefix of the sorted set of requests that one server holds of a type, all with the score 0
--          3 prefix of server leases  4 ID of this server  5 seconds that a set lives unless renewed
--          6 prefix of the hash of claims of a type  7 milliseconds that a lease of a server lasts
--          then verb, type, request, limit, ...
--          start   1 if the request now runs, 0 if as many as the limit do already (it then holds nothing)
--          restart as start, for a request that its client may have started at another server, as CLIENT#NAME. The
--                  limit is followed by a blank and the age of the client's connection in milliseconds. If a server
--                  that has not renewed its lease since then holds one of the same CLIENT, the limit does not matter,
--                  and the answer is 2: it depends on whether that server is dead. Until this is known both count
--          settle  what became of a 2: 1 if the other server has died or ended its request, 0 if it has renewed its
--                  lease, 2 if neither is known yet
--          end     1; a request that does not run is no mistake
--          count   how many run
--          renew   1, or 0 if this server holds nothing of the type; a start renews as well
-- Returns  one integer for each verb
--
-- Why atomic: the limit holds only if counting and adding are one step for all servers.
-- Twice: a request is a member of a set, so starting or ending it again changes nothing and is answered the same.
-- A server whose lease ran out holds nothing: whoever counts next removes what it left.

local CLAIM_SECONDS = 600
local CLOCK_MARGIN_MILLIS = 20

local function servers_of(type)
    return ARGV[1] .. type
end

local function held_by(server, type)
    return ARGV[2] .. server .. ':' .. type
end

local function holds(server, type, request)
    return redis.call('ZSCORE', held_by(server, type), request) and true
end

local function count(type)
    local sum = 0
    for _, server in ipairs(redis.call('SMEMBERS', servers_of(type))) do
        if server == ARGV[4] or redis.call('EXISTS', ARGV[3] .. server) == 1 then
            sum = sum + redis.call('ZCARD', held_by(server, type))
        else
            redis.call('DEL', held_by(server, type))
            redis.call('SREM', servers_of(type), server)
        end
    end
    return sum
end

-- When the lease of a server ends unless it is renewed, in milliseconds; nil if it has ended.
local function lease_end(server)
    local left = redis.call('PTTL', ARGV[3] .. server)
    local time = redis.call('TIME')
    return left >= 0 and time[1] * 1000 + math.floor(time[2] / 1000) + left or nil
end

local verbs = {}

function verbs.renew(type)
    redis.call('EXPIRE', servers_of(type), ARGV[5])
    return redis.call('EXPIRE', held_by(ARGV[4], type), ARGV[5])
end

local function hold(type, request)
    redis.call('ZADD', held_by(ARGV[4], type), 0, request)
    redis.call('SADD', servers_of(type), ARGV[4])
    return verbs.renew(type)
end

function verbs.start(type, request, limit)
    limit = tonumber(limit)
    if holds(ARGV[4], type, request) then
        return 1
    end
    if count(type) >= limit then
        return 0
    end
    return hold(type, request)
end

verbs['end'] = function(type, request)
    local mine = held_by(ARGV[4], type)
    redis.call('ZREM', mine, request)
    if redis.call('EXISTS', mine) == 0 then
        redis.call('SREM', servers_of(type), ARGV[4])
    end
    return 1
end

-- Whether the server may have died before a connection of this age was opened.
local function may_be_dead(server, age)
    return ARGV[7] - redis.call('PTTL', ARGV[3] .. server) + CLOCK_MARGIN_MILLIS >= age
end

-- A request of the same client at another server that no other request has claimed.
local function find_same(type, request, age)
    local client = request:match('^[^#]*')
    for _, server in ipairs(redis.call('SMEMBERS', servers_of(type))) do
        local key = held_by(server, type)
        local same = (server == ARGV[4] or not may_be_dead(server, age)) and {}
            or redis.call('ZRANGE', key, '[' .. client .. '#', '(' .. client .. '$', 'BYLEX', 'LIMIT', 0, 100)
        for _, other in ipairs(same) do
            if redis.call('HEXISTS', ARGV[6] .. type, server .. ' ' .. other) == 0 then
                return server, other
            end
        end
    end
end

function verbs.restart(type, request, limit_and_age)
    local limit, age = limit_and_age:match('^(%d+) (%d+)$')
    if holds(ARGV[4], type, request) then
        return verbs.settle(type, request)
    end
    if verbs.start(type, request, limit) == 1 then
        return 1
    end
    local server, other = find_same(type, request, tonumber(age))
    local ends = server and lease_end(server)
    if not ends then
        return 0
    end
    local text = string.format('%s %s %.0f', server, other, ends)
    local claims = ARGV[6] .. type
    redis.call('HSET', claims, ARGV[4] .. ' ' .. request, text, server .. ' ' .. other, '')
    redis.call('EXPIRE', claims, CLAIM_SECONDS)
    hold(type, request)
    return 2
end

function verbs.settle(type, request)
    local claims = ARGV[6] .. type
    local claim = redis.call('HGET', claims, ARGV[4] .. ' ' .. request)
    if claim then
        local server, other, ended = claim:match('^(%S+) (%S+) (%d+)$')
        local ends = lease_end(server)
        local alive = ends and holds(server, type, other)
        if alive and ends <= tonumber(ended) + CLOCK_MARGIN_MILLIS then
            return 2
        end
        redis.call('HDEL', claims, ARGV[4] .. ' ' .. request, server .. ' ' .. other)
        if alive then
            verbs['end'](type, request)
        end
    end
    return holds(ARGV[4], type, request) and 1 or 0
end

function verbs.count(type)
    return count(type)
end

local answers = {}
for i = 8, #ARGV, 4 do
    answers[#answers + 1] = verbs[ARGV[i]](ARGV[i + 1], ARGV[i + 2], ARGV[i + 3])
end
return answers
