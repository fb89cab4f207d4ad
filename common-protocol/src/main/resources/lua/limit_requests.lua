-- Starts, ends and counts parallel requests of named types, a batch in one go and in the order given. A type begins
-- with its kind: requests of other programs and tasks of callers never meet.
--
-- KEYS     none (every key is derived from a type)
-- ARGV     1 prefix of the set of servers that hold requests of a type
--          2 prefix of the set of requests that one server holds of a type
--          3 prefix of server leases  4 ID of this server  5 seconds that a set lives unless renewed
--          then verb, type, request, limit, ...
--          start  1 if the request now runs, 0 if as many as the limit do already (it then holds nothing)
--          end    1; a request that does not run is no mistake
--          count  how many run
--          renew  1, or 0 if this server holds nothing of the type; a start renews as well
-- Returns  one integer for each verb
--
-- Why atomic: the limit holds only if counting and adding are one step for all servers.
-- Twice: a request is a member of a set, so starting or ending it again changes nothing and is answered the same.
-- A server whose lease ran out holds nothing: whoever counts next removes what it left.

local function servers_of(type)
    return ARGV[1] .. type
end

local function held_by(server, type)
    return ARGV[2] .. server .. ':' .. type
end

local function count(type)
    local sum = 0
    for _, server in ipairs(redis.call('SMEMBERS', servers_of(type))) do
        if server == ARGV[4] or redis.call('EXISTS', ARGV[3] .. server) == 1 then
            sum = sum + redis.call('SCARD', held_by(server, type))
        else
            redis.call('DEL', held_by(server, type))
            redis.call('SREM', servers_of(type), server)
        end
    end
    return sum
end

local verbs = {}

function verbs.renew(type)
    redis.call('EXPIRE', servers_of(type), ARGV[5])
    return redis.call('EXPIRE', held_by(ARGV[4], type), ARGV[5])
end

function verbs.start(type, request, limit)
    local mine = held_by(ARGV[4], type)
    if redis.call('SISMEMBER', mine, request) == 1 then
        return 1
    end
    if count(type) >= limit then
        return 0
    end
    redis.call('SADD', mine, request)
    redis.call('SADD', servers_of(type), ARGV[4])
    return verbs.renew(type)
end

verbs['end'] = function(type, request)
    local mine = held_by(ARGV[4], type)
    redis.call('SREM', mine, request)
    if redis.call('EXISTS', mine) == 0 then
        redis.call('SREM', servers_of(type), ARGV[4])
    end
    return 1
end

function verbs.count(type)
    return count(type)
end

local answers = {}
for i = 6, #ARGV, 4 do
    answers[#answers + 1] = verbs[ARGV[i]](ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3]))
end
return answers
