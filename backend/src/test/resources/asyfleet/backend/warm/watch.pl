# Looks at every process of its cell, and above all at those that are just coming: stops the next ones by their numbers as
# soon as they are there, looks, and lets them go on. Says what a process has that nothing in a cell may have.
use strict;
my ($looks, %bad) = (0);

sub look {
    my $process = shift;
    open(my $file, '<', "/proc/$process/status") or return;
    local $/;
    my $status = <$file>;
    return if !$status || $status =~ /^State:\s*[ZX]/m;
    $looks++;
    my ($name) = $status =~ /^Name:\s*(\S+)/m;
    $bad{"$name without a filter"}++ unless $status =~ /^Seccomp:\s*2$/m;
    $bad{"$name with a capability"}++ if $status =~ /^Cap(Prm|Eff|Bnd|Amb):.*[1-9a-f]/m;
    $bad{"$name that may gain powers"}++ unless $status =~ /^NoNewPrivs:\s*1$/m;
    for my $descriptor (glob "/proc/$process/fd/*") {
        my $target = readlink $descriptor or next;
        $bad{"$name with $target"}++ unless $target =~ m{^(/dev/null|pipe:|socket:|/task|/proc/\d)};
    }
}

$| = 1;
print "watching\n";
until (-e 'stop') {
    my $last = fork() // next;
    exit 0 if !$last;
    waitpid $last, 0;
    for my $next ($last + 1 .. $last + 6) {
        next unless kill 'STOP', $next;
        look($next);
        kill 'CONT', $next;
    }
    look($_) for map { m{(\d+)$} } glob '/proc/[0-9]*';
}
print "looks=$looks\n", map { "bad=$_\n" } sort keys %bad;
