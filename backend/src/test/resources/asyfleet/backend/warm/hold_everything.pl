# Connects to everything that can be connected to and says nothing, stops every process that it may stop, and leaves as
# many descriptors under way as the kernel lets its user have.
use strict;
use IO::Handle;
use Socket;
my @held;
open(my $table, '<', '/proc/net/unix');
for my $address (map { m{\s@(\S+)$} } <$table>) {
    for (1 .. 10) {
        socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or last;
        $socket->blocking(0);
        connect($socket, pack('Sxa*', AF_UNIX, $address));
        push @held, $socket;
    }
}

# struct msghdr with one byte and 100 descriptors; sendmsg is 46 on x86_64 and 211 elsewhere.
sub send_descriptors {
    my $to = shift;
    my $byte = 'x';
    my $data = pack('PQ', $byte, 1);
    my $control = pack('QLLl100', 16 + 400, SOL_SOCKET, 1, (0) x 100);
    my $message = pack('QLx4PQPQLx4', 0, 0, $data, 1, $control, length $control, 0);
    return syscall(`uname -m` =~ /x86_64/ ? 46 : 211, fileno $to, $message, 0x40) == 1;
}

socket(my $listener, AF_UNIX, SOCK_STREAM, 0);
bind($listener, pack('Sxa*', AF_UNIX, 'mine'));
listen($listener, 10);
socket(my $sender, AF_UNIX, SOCK_STREAM, 0);
connect($sender, pack('Sxa*', AF_UNIX, 'mine'));
my $sent = 0;
$sent++ while $sent < 1000 && send_descriptors($sender);
open(my $ready, '>', 'ready');
print $ready "$sent\n";
close $ready;
kill 'STOP', -1;
sleep 1000;
