-- One handle: issue it, or claim it. One call is one atomic step.
-- KEYS: its record, its sealed pair, the owner's counter, everybody's counter
-- ARGV: what to do (issue, claim, or probe, which takes one key and changes nothing), the owner, milliseconds of a tombstone;
--       to issue: the sealed pair, milliseconds to live, the owner's limit, everybody's limit

local record, sealed, own, all = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, tombstone = ARGV[2], tonumber(ARGV[3])
local now = tonumber(redis.call('TIME')[1])

-- Changes when this process starts, and when it becomes the primary: what it holds may then be older
-- than what was done with it.
local function epoch()
  return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
    .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
end

-- A counter has live pairs by the second in which they expire, and their sum. Those whose time is
-- over are taken off by whoever comes next.
local function live(counter)
  if tonumber(redis.call('HGET', counter, 'swept') or now) < now then
    local fields = redis.call('HGETALL', counter)
    for i = 1, #fields, 2 do
      local second = tonumber(fields[i])
      if second and second <= now then
        redis.call('HDEL', counter, fields[i])
        redis.call('HINCRBY', counter, 'live', -tonumber(fields[i + 1]))
      end
    end
    redis.call('HSET', counter, 'swept', now)
  end
  return tonumber(redis.call('HGET', counter, 'live') or 0)
end

local function count(counter, second, ttl)
  redis.call('HINCRBY', counter, second, 1)
  redis.call('HINCRBY', counter, 'live', 1)
  redis.call('HSETNX', counter, 'swept', now)
  if redis.call('PTTL', counter) < ttl + 2000 then
    redis.call('PEXPIRE', counter, ttl + 2000)
  end
end

local function uncount(counter, second)
  if redis.call('HEXISTS', counter, second) == 1 then
    redis.call('HINCRBY', counter, 'live', -1)
    if redis.call('HINCRBY', counter, second, -1) <= 0 then
      redis.call('HDEL', counter, second)
    end
  end
end

if ARGV[1] == 'probe' then
  redis.call('DEL', record) -- A replica refuses to write.
  return {'OK', epoch()}
end

if ARGV[1] == 'issue' then
  local ttl = tonumber(ARGV[5])
  if live(own) >= tonumber(ARGV[6]) or live(all) >= tonumber(ARGV[7]) then
    return {'FULL'}
  end
  local second = now + math.ceil(ttl / 1000) + 1
  redis.call('SET', sealed, ARGV[4], 'PX', ttl)
  redis.call('SET', record, owner .. ' ' .. second .. ' ' .. epoch(), 'PX', ttl + tombstone)
  count(own, second, ttl)
  count(all, second, ttl)
  return {'OK'}
end

local found = redis.call('GET', record)
if not found or string.match(found, '^%S+') ~= owner then
  return {'UNKNOWN'}
end
local second, issued = string.match(found, '^%S+ (%d+) (%x+)$')
if not second then
  return {'USED'}
end
if issued ~= epoch() then
  redis.call('DEL', sealed, record)
  uncount(own, second)
  uncount(all, second)
  return {'UNKNOWN'}
end
local pair = redis.call('GET', sealed)
if not pair then
  return {'EXPIRED'}
end
-- First: whatever fails after this, the pair is gone.
redis.call('DEL', sealed)
redis.call('SET', record, owner .. ' used', 'PX', tombstone)
uncount(own, second)
uncount(all, second)
return {'OK', pair}
