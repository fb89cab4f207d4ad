# Fills memory that it shares with nobody, and takes it out of its own page tables: it stays, and is counted nowhere.
use strict;
my ($mmap, $madvise, $read) = `uname -m` =~ /x86_64/ ? (9, 28, 0) : (222, 233, 63);
my $piece = 32 << 20;
$| = 1;
open(my $file, '>', 'piece');
print $file 'x' x $piece;
close $file;
for my $process (1 .. 3) {
    next if fork();
    open(my $contents, '<', 'piece');
    for (1 .. 8) {
        my $address = syscall($mmap, 0, $piece, 3, 0x21, -1, 0);
        last if $address == -1;
        sysseek($contents, 0, 0);
        syscall($read, fileno $contents, $address, $piece) == $piece or last;
        syscall($madvise, $address, $piece, 4);
        print "holds 32 MB more\n";
    }
    sleep 1000;
}
sleep 1000;
