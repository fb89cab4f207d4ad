-- Looks for queue servers whose lease ran out, and takes over the asynchronous tasks of those that are known to be dead.
--
-- KEYS     1 api.owners  2 api.owned:ADOPTER  3 server:ADOPTER
-- ARGV     1 the adopter  2 prefix of server leases  3 prefix of api.owned  4 prefix of api.task  5 how many at most
--          then servers that an earlier look found without a lease
-- Returns  {IDs that the adopter owns from now on, servers without a lease}; both empty while the adopter itself has no
--          lease: whatever kept it from renewing may have kept the others
--
-- The cost while all servers live: one look at each server's lease, however many tasks there are.
--
-- Why atomic: of several servers that notice the same death exactly one may have each task, and the dead one, should
-- it come back, none.
-- Twice: what the first call took is no longer there to be taken; keep_api_tasks.lua names it to an adopter that did
-- not get the reply.
-- A full Redis: it refuses SET and would allow SPOP, so SET comes first; if it fails, nothing is taken.

local adopted = {}
local lapsed = {}
if redis.call('EXISTS', KEYS[3]) == 0 then
    return {adopted, lapsed}
end
local dead = {}
for i = 6, #ARGV do
    dead[ARGV[i]] = true
end

local function adopt(id)
    local task = ARGV[4] .. id
    if redis.call('EXISTS', task) == 1 then
        redis.call('HSET', task, 'owner', ARGV[1])
        redis.call('HINCRBY', task, 'adoptions', 1)
        if redis.call('HEXISTS', task, 'outcome') == 0 then
            redis.call('HSET', task, 'state', 'waiting')
            redis.call('HDEL', task, 'estimate', 'absent', 'started')
        end
        redis.call('SADD', KEYS[2], id)
        redis.call('SADD', KEYS[1], ARGV[1])
        adopted[#adopted + 1] = id
    end
end

local most = tonumber(ARGV[5])
for _, server in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if server ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. server) == 0 then
        lapsed[#lapsed + 1] = server
        if dead[server] and #adopted < most then
            redis.call('SET', KEYS[3], '', 'KEEPTTL')
            local owned = ARGV[3] .. server
            for _, id in ipairs(redis.call('SPOP', owned, most - #adopted)) do
                adopt(id)
            end
            if redis.call('EXISTS', owned) == 0 then
                redis.call('SREM', KEYS[1], server)
            end
        end
    end
end
return {adopted, lapsed}
