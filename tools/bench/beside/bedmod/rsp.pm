package bedmod::rsp;
# SPDX-License-Identifier: MIT
# What doona has to know of this protocol: its commands come from a file (-u, one a line, hexadecimal), the request that
# must still be answered behind each is given by -v, and a reply ends where the answer to that one does.
#
# doona itself fills XAXAX in and sends. It cannot compute a field, so this module has to be there first
# (perl -I FOLDER -Mbedmod::rsp doona.pl -m rsp ...): its send() gives each packet the checksum of what it has become. It also
# sees to it that no closed connection keeps its port, for doona binds to one each time and has used up all in ten seconds.
use strict;
use warnings;
use Socket qw(IPPROTO_TCP SOL_SOCKET SO_LINGER TCP_NODELAY);
use Symbol qw(qualify_to_ref);

BEGIN {
    no warnings 'once';
    *CORE::GLOBAL::send = sub (*$$;$) {
        my ($socket, $data, $flags) = (qualify_to_ref($_[0], scalar caller), $_[1], $_[2]);
        $data =~ s/\$([^#]*)#00/sprintf '$%s#%02x', $1, unpack '%8C*', $1/ge;
        setsockopt $socket, IPPROTO_TCP, TCP_NODELAY, 1;
        setsockopt $socket, SOL_SOCKET,  SO_LINGER,   pack 'i2', 1, 0;
        return CORE::send($socket, $data, $flags);
    };
}

sub new { return bless {} }

sub init {
    my ($this, %options) = @_;
    $this->{proto} = 'tcp';
    $this->{port}  = $options{p};
    open my $file, '<', $options{u} or die "$options{u}: $!\n";
    chomp(my @lines = <$file>);
    $this->{commands} = [map { pack 'H*', $_ } @lines];
    $this->{vrfy} = $options{v};
    $/ = $options{w};    # doona reads a line: an answer is over where the known one ends
}

sub health_check    { return 1 }     # only with -c; each connection is checked by what follows its command
sub getQuit         { return '' }
sub getLogin        { return ('') }  # what has to come first is in front of each command, for doona sleeps behind a login
sub getLoginarray   { return ('') }
sub getCommandarray { return @{$_[0]->{commands}} }
sub testMisc        { return }
sub usage           { print "  -u FILE of commands, -v request behind each, -w end of its answer\n" }

1;
