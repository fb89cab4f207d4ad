-- Finds recently uploaded files by their hashes, if they are not too large together.
--
-- KEYS     none (every key is derived from a hash)
-- ARGV     1 prefix of files  2 milliseconds that a file lives on once it was asked for  3 how many bytes are wanted at most
--          then hash, how many files have these contents, ...
-- Returns  {bytes} when they are more than wanted; else {bytes, contents, ...} in the order of the hashes, nil for those
--          that are not there
--
-- Sizes first: a client names a hundred files of a mebibyte in a few kilobytes, and nobody should read them to refuse them.
--
-- Why atomic: a file that was written between measuring and reading would not have been measured.
-- Twice: it changes nothing but how long files live.

local bytes = 0
for i = 4, #ARGV, 2 do
    bytes = bytes + redis.call('STRLEN', ARGV[1] .. ARGV[i]) * ARGV[i + 1]
end
local found = {bytes}
if bytes <= tonumber(ARGV[3]) then
    for i = 4, #ARGV, 2 do
        found[#found + 1] = redis.call('GETEX', ARGV[1] .. ARGV[i], 'PX', ARGV[2])
    end
end
return found
