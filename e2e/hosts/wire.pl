# A slow and lossy cable between two TAP devices: wire.pl NAME NAME DELAY_MS JITTER_MS LOSS_PERCENT. Says "ready" when both are there.
# Frames keep their order. The devices go with the process. In Perl, because Node can't make the ioctl that a TAP device takes,
# and every Debian has it.
use strict;
use warnings;
use Time::HiRes qw(time);

my ($left, $right, $delay, $jitter, $loss) = @ARGV;

sub tap {
    my ($name) = @_;
    sysopen(my $file, '/dev/net/tun', 2) or die "/dev/net/tun: $!";
    # TUNSETIFF with IFF_TAP | IFF_NO_PI
    ioctl($file, 0x400454ca, pack('a16 s x22', $name, 0x1002)) or die "$name: $!";
    return $file;
}

my @ends = (tap($left), tap($right));
my @waiting = ([], []);
my @last = (0, 0);
$| = 1;
print "ready\n";

while (1) {
    my $bits = '';
    vec($bits, fileno($_), 1) = 1 for @ends;
    my ($next) = sort { $a <=> $b } map { $_->[0][0] } grep { @$_ } @waiting;
    my $rest = defined $next ? $next - time : undef;
    select($bits, undef, undef, defined $rest && $rest < 0 ? 0 : $rest);
    for my $from (0, 1) {
        if (vec($bits, fileno($ends[$from]), 1) && sysread($ends[$from], my $frame, 65_536) && rand(100) >= $loss) {
            my $due = time + ($delay + rand($jitter)) / 1000;
            $last[$from] = $due if $due > $last[$from];
            push @{ $waiting[$from] }, [$last[$from], $frame];
        }
        while (@{ $waiting[$from] } && $waiting[$from][0][0] <= time) {
            # One that the kernel does not take is lost, as on any cable.
            syswrite($ends[1 - $from], (shift @{ $waiting[$from] })->[1]);
        }
    }
}
