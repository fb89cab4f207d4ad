# Fills the buffers of sockets that nobody reads, which are the kernel's memory and no process's.
use strict;
use IO::Handle;
use Socket;
$| = 1;
my $kilobytes = 'x' x (64 << 10);
for my $process (1 .. 30) {
    next if fork();
    my @held;
    my $unsaid = 0;
    socket(my $listener, AF_UNIX, SOCK_STREAM, 0) or exit 1;
    bind($listener, pack('Sxa*', AF_UNIX, "mine$$")) or exit 1;
    listen($listener, 100);
    for (1 .. 100) {
        socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or last;
        $socket->blocking(0);
        connect($socket, pack('Sxa*', AF_UNIX, "mine$$")) or last;
        push @held, $socket;
        while (my $written = syswrite($socket, $kilobytes)) { $unsaid += $written }
        if ($unsaid >= 1 << 20) {
            print "holds 1 MB more\n";
            $unsaid -= 1 << 20;
        }
    }
    sleep 1000;
}
sleep 1000;
