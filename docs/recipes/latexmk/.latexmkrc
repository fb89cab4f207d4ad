# latexmk -pdf: figures are drawn on a fleet when their source has changed. ASY is the command in place of asy.
my $asy = $ENV{ASY} || 'asyfleet --no-build asy';
sub asy { return system("$asy '$_[0].asy'"); }
add_cus_dep('asy', 'eps', 0, 'asy');
add_cus_dep('asy', 'pdf', 0, 'asy');
add_cus_dep('asy', 'tex', 0, 'asy'); # with the option inline
