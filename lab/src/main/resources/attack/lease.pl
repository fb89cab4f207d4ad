# Gives its picture a lease: whoever opens it waits until the lease is given back, and it never is.
use strict;
use IO::Handle;
$| = 1;
$SIG{IO} = 'IGNORE';
for my $number (1 .. 1000) {
    open(my $picture, '>', 'next') or last;
    print $picture "<svg xmlns='http://www.w3.org/2000/svg'>$number</svg>\n";
    $picture->flush();
    fcntl($picture, 1024, 1) and print "leased\n";
    rename 'next', 'out.svg';
    select(undef, undef, undef, 0.05);
    push our @kept, $picture if $number < 50;
}
