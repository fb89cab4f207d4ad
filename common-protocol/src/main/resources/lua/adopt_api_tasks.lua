-- Takes over asynchronous tasks of queue servers whose lease ran out.
--
-- KEYS     1 api.owners  2 api.owned:ADOPTER
-- ARGV     1 the adopter  2 prefix of server leases  3 prefix of api.owned  4 prefix of api.task  5 how many at most
-- Returns  IDs that the adopter owns from now on
--
-- The cost while all servers live: one look at each server's lease, however many tasks there are.
--
-- Why atomic: of several servers that notice the same death exactly one may have each task, and the dead one, should
-- it come back, none.
-- Twice: what the first call took is no longer there to be taken; keep_api_tasks.lua names it to an adopter that did
-- not get the reply.

local adopted = {}
local most = tonumber(ARGV[5])
for _, server in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if server ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. server) == 0 then
        local owned = ARGV[3] .. server
        for _, id in ipairs(redis.call('SPOP', owned, most - #adopted)) do
            local task = ARGV[4] .. id
            if redis.call('EXISTS', task) == 1 then
                redis.call('HSET', task, 'owner', ARGV[1])
                redis.call('HINCRBY', task, 'adoptions', 1)
                if redis.call('HEXISTS', task, 'outcome') == 0 then
                    redis.call('HSET', task, 'state', 'waiting')
                    redis.call('HDEL', task, 'estimate', 'started')
                end
                redis.call('SADD', KEYS[2], id)
                redis.call('SADD', KEYS[1], ARGV[1])
                adopted[#adopted + 1] = id
            end
        end
        if redis.call('EXISTS', owned) == 0 then
            redis.call('SREM', KEYS[1], server)
        end
    end
    if #adopted >= most then
        break
    end
end
return adopted
