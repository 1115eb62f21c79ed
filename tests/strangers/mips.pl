#!/usr/bin/perl
# A stub in Perl for a toy MIPS of 64-bit registers that hold sign-extended addresses of 32 bits, as GDB sends them: 0x80001000.
# Its twin takes an address in all 64 bits, too. With "multi" a vCont that names no thread ends it; with "mute" it is silent on what it does
# not know and GDB does not open with; with "once" on a second qSupported. "marked" is as the twin, and announces binary-upload, but has no x.
# usage: mips.pl PORT LIFE [twin|multi|mute|once|marked]
# SPDX-License-Identifier: MIT
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Line;

my ($port, $life, $kind) = (shift // 0, shift // 300, shift // '');

# --- the machine: a loop of six instructions that counts, and stores the count ---

use constant { FIRST => 0x80001000, LAST => 0x80002fff, LOOP => 0x80001020, LOOP_END => 0x80001034, SP => 29, PC => 37, REGISTERS => 72 };
my @registers = (0) x REGISTERS;    # r0-r31, status, lo, hi, badvaddr, cause, pc, f0-f31, fcsr, fir
sub wide { my $address = shift; return $address | 0xffffffff << 32 }    # sign-extended
@registers[SP, PC] = (wide(0x80002000), wide(LOOP));
my $memory = "\x24\x42\x00\x01" x 0x400 . join '', map { chr($_ * 7 & 255) } 0 .. 0xfff;
my (%breakpoints, $signal);

sub pc { return $registers[PC] & 0xffffffff }

sub step {
    my $pc = pc();
    $registers[2] = ($registers[2] + 1) & 0xffffffff if $pc == LOOP + 4;
    substr($memory, 0x1000, 4) = pack 'N', $registers[2] if $pc == LOOP + 8;
    $registers[PC] = wide($pc == LOOP_END ? LOOP : $pc + 4);
}

sub readable { my ($at, $length) = @_; return $at >= FIRST && $at + $length <= LAST + 1 }

# --- stops ---

my $line;
my $asked = 0;    # qSupported, by this client
my $multi;    # negotiated: ids are of a process
sub thread { return $multi ? 'p1.1' : '1' }

sub stopped { $signal = shift; return sprintf 'T%02x25:%016x;thread:%s;', $signal, $registers[PC], thread() }

# The stop reply, or undef when the client has gone.
sub resume { return $line->resume(sub { step(); return $breakpoints{ pc() } }, \&stopped) }

# --- requests ---

my $hex = qr/([0-9a-fA-F]+)/;

# An address of more than 32 bits is none, but for the twin, which cuts it.
sub address {
    my $digits = $_[0] =~ s/^0+(?=.)//r;
    return hex $digits if length $digits <= 8;
    return $kind =~ /^(?:twin|marked)$/ && $digits =~ /^f{8}([0-9a-f]{8})$/i ? hex $1 : 1 << 40;
}

sub memory_read {
    my ($at, $length) = (address($_[0]), Line::number($_[1]));
    return readable($at, $length) ? unpack 'H*', substr $memory, $at - FIRST, $length : 'E01';
}

sub memory_write {
    my ($at, $length, $digits) = (address($_[0]), Line::number($_[1]), $_[2]);
    return 'E01' unless readable($at, $length) && length $digits == 2 * $length;
    substr($memory, $at - FIRST, $length) = pack 'H*', $digits;
    return 'OK';
}

sub register_write {
    my ($number, $digits) = (Line::number($_[0]), $_[1]);
    return 'E03' if $number >= REGISTERS;
    $registers[$number] = unpack 'Q>', pack 'H*', $digits;
    return 'OK';
}

sub feature {
    my ($name, @names) = @_;
    my $number = $name =~ /fpu/ ? 38 : 0;
    my %numbers = (lo => 33, hi => 34, pc => 37, status => 32, badvaddr => 35, cause => 36);
    return "<feature name=\"org.gnu.gdb.mips.$name\">" . join('', map {
        sprintf '<reg name="%s" bitsize="64" regnum="%d"/>', $_, $numbers{$_} // $number++ } @names) . '</feature>';
}
my $xml = '<?xml version="1.0"?><target><architecture>mips</architecture>'
    . feature('cpu', (map { "r$_" } 0 .. 31), 'lo', 'hi', 'pc') . feature('cp0', 'status', 'badvaddr', 'cause')
    . feature('fpu', (map { "f$_" } 0 .. 31), 'fcsr', 'fir') . '</target>';    # GDB wants all three

sub vcont {
    my @actions = split /;/, shift;
    exit 1 if $multi && !grep { /:/ } @actions;
    for (@actions) { return 'E01' unless /^(?:[cs]|[CS][0-9a-f]{2})(?::(?:p1\.)?(?:-1|0|1))?$/ }
    return 'E01' unless @actions;
    return resume() if $actions[0] =~ /^[cC]/;
    step();
    return stopped(5);
}

# What GDB sends before it shows a prompt.
my $opening = qr/^(?:vMustReplyEmpty$|QStartNoAckMode$|q(?:TStatus$|Attached|Offsets$|Symbol::|L))/;

sub answer {
    my $request = shift;
    if ($request =~ /^qSupported(?::|$)/) {
        return Line::SILENT if $asked++ && $kind eq 'once';
        $multi = $kind eq 'multi' && $request =~ /multiprocess\+/;
        return 'PacketSize=1000;vContSupported+;qXfer:features:read+' . ($kind eq 'multi' ? ';multiprocess+' : '')
            . ($kind eq 'mute' ? ';QStartNoAckMode+' : '') . ($kind eq 'marked' ? ';binary-upload+' : '');
    }
    if ($kind eq 'mute' && $request eq 'QStartNoAckMode') { $line->{no_ack} = 1; return 'OK' }
    if ($request =~ /^qXfer:features:read:target.xml:$hex,$hex$/) {
        my ($at, $length) = (Line::number($1), Line::number($2));
        return ($at + $length < length $xml ? 'm' : 'l') . substr $xml, $at, $length;
    }
    return sprintf 'T%02x25:%016x;thread:%s;', $signal // 5, $registers[PC], thread() if $request eq '?';
    return 'QC' . thread() if $request eq 'qC';
    return 'm' . thread() if $request eq 'qfThreadInfo';
    return 'l' if $request eq 'qsThreadInfo';
    return unpack 'H*', pack 'Q>*', @registers if $request eq 'g';
    if ($request =~ /^G([0-9a-fA-F]{1152})$/) { @registers = unpack 'Q>*', pack 'H*', $1; return 'OK' }
    return Line::number($1) < REGISTERS ? sprintf '%016x', $registers[ Line::number($1) ] : 'E03' if $request =~ /^p$hex$/;
    return register_write($1, $2) if $request =~ /^P$hex=([0-9a-fA-F]{16})$/;
    return memory_read($1, $2) if $request =~ /^m$hex,$hex$/;
    return memory_write($1, $2, $3) if $request =~ /^M$hex,$hex:([0-9a-fA-F]*)$/;
    return 'vCont;c;C;s;S' if $request eq 'vCont?';
    return vcont($1) if $request =~ /^vCont;(.*)$/;
    if ($request =~ /^([sc])$hex?$/) {
        $registers[PC] = wide(address($2)) if defined $2;
        return resume() if $1 eq 'c';
        step();
        return stopped(5);
    }
    if ($request =~ /^([Zz])[01],$hex,$hex$/) {
        my $at = address($2);
        return 'E01' unless readable($at, 4);
        $1 eq 'Z' ? $breakpoints{$at} = 1 : delete $breakpoints{$at};
        return 'OK';
    }
    return $request =~ /^(?:H[gc]|T)(?:p1\.)?(?:-1|0|1)$|^Hgp0\.0$/ ? 'OK' : 'E01' if $request =~ /^[HT]/;
    return 'OK' if $request =~ /^D(;1)?$/;
    return $kind eq 'mute' && $request !~ $opening ? Line::SILENT : '';
}

$line = Line->new(port => $port, life => $life, answer => \&answer, begin => sub { ($asked, $multi, %breakpoints) = (0, 0) }, last => qr/^D/);
$line->serve;
