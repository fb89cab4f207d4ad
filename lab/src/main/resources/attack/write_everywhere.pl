# Writes into every descriptor and into the memory of every process that it may open, and above all of those that are just
# coming: it starts programs, and stops the next processes by their numbers as soon as they are there.
use strict;
use IO::Handle;
$| = 1;

sub write_into {
    my $process = shift;
    for my $descriptor (glob "/proc/$process/fd/*") {
        next if (readlink($descriptor) // '') =~ m{^(pipe:|socket:|/dev/|/task|/proc/)};
        open(my $file, '+<', $descriptor) or next;
        syswrite($file, 'INJECTED' x 4) and print "wrote into a file of another process\n";
    }
    open(my $status, '<', "/proc/$process/status") or return;
    print "a process without a filter\n" if grep { /^Seccomp:\s*0/ } <$status>;
    open(my $memory, '+<', "/proc/$process/mem") or return;
    open(my $maps, '<', "/proc/$process/maps") or return;
    for (<$maps>) {
        my ($from) = m{^(\w+)-\w+ rw.s} or next;
        sysseek($memory, hex $from, 0) && syswrite($memory, 'INJECTED');
    }
}

# Whoever writes into this pipe waits, and can be looked at in peace.
pipe(my $reader, my $full);
$full->blocking(0);
1 while syswrite($full, 'x' x 4096);
$full->blocking(1);

# As tasks call them, so that they are those that wait for tasks.
my @programs = (
    ['latex', '\scrollmode'],
    ['asy', '-noV', '-config=', '-noglobalread', '-render=0', '-f', 'svg', '-o', 'out', 'main.asy']);

my $end = time + 2;
for (my $round = 0; time < $end; $round++) {
    my $last = fork() // next;
    if (!$last) {
        open(STDIN, '<', '/dev/null');
        open(STDOUT, '>&', $full);
        open(STDERR, '>', '/dev/null');
        exec @{$programs[$round % 2]};
    }
    for my $next (($last + 1 .. $last + 6) x 10) {
        next unless kill 'STOP', $next;
        write_into($next);
        kill 'CONT', $next;
    }
    for (1 .. 10) {
        write_into($_) for grep { $_ != $$ } map { m{(\d+)$} } glob '/proc/[0-9]*';
        select(undef, undef, undef, 0.005);
    }
    kill 'KILL', $last;
    waitpid $last, 0;
}
