# The line of the practice stubs in Perl: frames, acknowledgments, resending, 0x03, one client after the other.
# Knows no packet: a stub gives the function that answers requests, and is asked for each.
# SPDX-License-Identifier: MIT
package Line;
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use Socket qw(IPPROTO_TCP TCP_NODELAY);

# What an answer can be besides a text: nothing is sent, or the client has gone.
use constant { SILENT => \'silent', GONE => undef };

# port (0: any), life (seconds), answer (request -> text, SILENT or GONE), begin (a client has come), last (pattern of requests
# after whose reply the client is left). An answer may set no_ack: acknowledgments are off until the next client comes.
sub new { my ($class, %is) = @_; return bless { begin => sub { }, last => qr/^D/, input => '', sent => '', %is }, $class }

sub more {
    my $line = shift;
    my $count = sysread $line->{client}, my $bytes, 4096;
    $line->{input} .= $bytes if $count;
    return $count;
}

sub sum { my $sum = 0; $sum += ord for split //, shift; return $sum & 255 }

sub reply { my ($line, $text) = @_; $line->{sent} = sprintf '$%s#%02x', $text, sum($text); syswrite $line->{client}, $line->{sent} }

# Lets a program run: `step` makes one step and tells whether it stops there. True at such a stop, 0 at 0x03, GONE without a client.
sub run {
    my ($line, $step) = @_;
    my $waiting = IO::Select->new($line->{client});
    for (my $count = 1;; $count++) {
        return 1 if $step->();
        next if $count % 500;
        while ($waiting->can_read(0)) { return GONE unless $line->more }
        return 0 if $line->{input} =~ s/^\+*\x03//;
    }
}

# Lets a program run up to the next breakpoint, a true value of its `step`, and makes the stop's text by `stopped`, to which it gives the
# signal; GONE when the client has.
sub resume {
    my ($line, $step, $stopped) = @_;
    my $hit = $line->run($step);
    return defined $hit ? $stopped->($hit ? 5 : 2) : GONE;
}

# A number of a request. Beyond 32 bits all are alike: no memory and no register is there.
sub number { my $digits = $_[0] =~ s/^0+(?=.)//r; return length $digits > 8 ? 1 << 40 : hex $digits }

# The next whole packet, and its checksum; nothing when the client has gone.
sub packet {
    my $line = shift;
    for ($line->{input}) {
        until (/^\+*\$[^#]*#../s) {
            if (s/^\+*-//) { syswrite $line->{client}, $line->{sent} unless $line->{no_ack}; next }
            next if s/^\+*\x03//;    # nothing runs
            next if s/^\+*[^\$+]+//s;
            return unless $line->more;
        }
        s/^\+*\$(?:[^#]*\$)?([^#\$]*)#(..)//s;    # a packet that begins inside another takes its place
        return ($1, $2);
    }
}

# One packet; false when the client has gone.
sub serve_one {
    my $line = shift;
    my ($request, $checksum) = $line->packet or return 0;
    unless ($line->{no_ack}) {
        if ($checksum !~ /^[0-9a-fA-F]{2}$/ || hex $checksum != sum($request)) { syswrite $line->{client}, '-'; return 1 }
        syswrite $line->{client}, '+';
    }
    return 0 if $request eq 'k';
    my $text = $line->{answer}->($request);
    return 0 unless defined $text;
    $line->reply($text) unless ref $text;
    return $request !~ $line->{last};
}

sub serve {
    my $line = shift;
    $SIG{PIPE} = 'IGNORE';
    $SIG{ALRM} = sub { exit 0 };
    alarm $line->{life};
    $| = 1;
    my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $line->{port}, Listen => 4, ReuseAddr => 1)
        or die "no port: $!\n";
    print 'listening on tcp:127.0.0.1:', $server->sockport, "\n";
    while ($line->{client} = $server->accept) {
        setsockopt $line->{client}, IPPROTO_TCP, TCP_NODELAY, 1;
        @$line{qw(input sent no_ack)} = ('', '', 0);
        $line->{begin}->();
        1 while $line->serve_one;
        close $line->{client};
    }
}

1;
