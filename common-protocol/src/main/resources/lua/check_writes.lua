#!lua
-- Finds out whether Redis would take a write, without one: a script with this first line and no flags may write, so
-- Redis refuses it as a whole while it is full, cannot save, or is a replica.
--
-- KEYS     none
-- ARGV     none
-- Returns  1
--
-- Why atomic: it is one step. It is a script because no plain command says so and leaves no trace.
-- Twice: it changes nothing.

return 1
