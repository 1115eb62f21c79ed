#!/usr/bin/perl
# A stub in Perl for a toy that no debugger knows: 40 big-endian registers of 32 bits that nothing describes; pc is the 37th.
# KIND: see %kinds. usage: toy.pl PORT LIFE [KIND]
# SPDX-License-Identifier: MIT
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Line;

my %kinds = (
    plain => 'as it should be',
    ahead => 'where it goes next stands behind pc',
    behind => 'where it was stands before pc',
    counter => 'a register counts instructions, and holds addresses of memory',
    'p-other' => 'a bug: p answers the register behind the one of g',
    'dark-map' => 'code can not be read, and a memory map tells where RAM is',
    'dark-regions' => 'code can not be read, and qMemoryRegionInfo tells where RAM is',
    'dark-registers' => 'code can not be read, and a register points to RAM',
    silent => 'a bug: what GDB does not open with gets no reply',
    stale => 'a bug: g shows pc as it was at first',
);
my ($port, $life, $kind) = (shift // 0, shift // 300, shift // 'plain');
die "which kind?\n" unless $kinds{$kind};

# --- the machine: a loop of six instructions that counts, and stores the count ---

use constant { FIRST => 0x8000, RAM => 0x9000, BYTES => 0x2000, LOOP => 0x8010, LOOP_END => 0x8024, PC => 36, REGISTERS => 40, MOST => 0x7f0 };
my @registers = (0) x REGISTERS;
my $memory = "\x15\x00\x00\x00" x 0x400 . join '', map { chr($_ * 7 & 255) } 0 .. 0xfff;
my (%breakpoints, $signal, $line);

sub behind { my $pc = shift; return $pc == LOOP_END ? LOOP : $pc + 4 }

sub go {
    my $pc = shift;
    $registers[PC - 1] = $registers[PC] if $kind eq 'behind';
    $registers[PC + 1] = behind($pc) if $kind eq 'ahead';
    $registers[PC] = $pc;
}

sub step {
    my $pc = $registers[PC];
    $registers[3] = ($registers[3] + 1) & 0xffffffff if $pc == LOOP + 4;
    substr($memory, 0x1100, 4) = pack 'N', $registers[3] if $pc == LOOP + 8;
    $registers[5] = FIRST + ($registers[5] + 4 - FIRST) % BYTES if $kind eq 'counter';
    go(behind($pc));
}

$registers[5] = FIRST if $kind eq 'counter';
$registers[7] = RAM + 0x123 if $kind eq 'dark-registers';
go(LOOP);
my @first = @registers;

sub stopped { $signal = shift; return sprintf 'T%02x', $signal }

# The stop reply, or undef when the client has gone.
sub resume { return $line->resume(sub { step(); return $breakpoints{ $registers[PC] } }, \&stopped) }

# --- requests ---

my $hex = qr/([0-9a-fA-F]+)/;


sub is_there { my ($at, $length) = @_; return $at >= FIRST && $at + $length <= FIRST + BYTES }

sub readable { my ($at, $length) = @_; return $at >= ($kind =~ /^dark/ ? RAM : FIRST) && $at + $length <= FIRST + BYTES }

sub memory_read {
    my ($at, $length) = map { Line::number($_) } @_;
    $length = MOST if $length > MOST;
    return readable($at, $length) ? unpack 'H*', substr $memory, $at - FIRST, $length : 'E01';
}

sub memory_write {
    my ($at, $length, $digits) = (Line::number($_[0]), Line::number($_[1]), $_[2]);
    return 'E01' unless readable($at, $length) && length $digits == 2 * $length;
    substr($memory, $at - FIRST, $length) = pack 'H*', $digits;
    return 'OK';
}

my $map = '<?xml version="1.0"?><memory-map><memory type="rom" start="0x8000" length="0x1000"/>'
    . '<memory type="ram" start="0x9000" length="0x1000"/></memory-map>';

sub region {
    my $at = Line::number(shift);
    return 'start:0;size:9000;' if $at < RAM;
    return 'start:9000;size:1000;permissions:rw;' if $at < RAM + 0x1000;
    return 'start:a000;size:ffffffffffff6000;';
}

sub block {
    my @shown = @registers;
    $shown[PC] = $first[PC] if $kind eq 'stale';
    return unpack 'H*', pack 'N*', @shown;
}

sub register_read {
    my $number = Line::number(shift);
    return 'E03' if $number >= REGISTERS;
    return sprintf '%08x', $registers[ $kind eq 'p-other' ? ($number + 1) % REGISTERS : $number ];
}

sub register_write { my ($number, $value) = map { Line::number($_) } @_; return 'E03' if $number >= REGISTERS; $registers[$number] = $value; return 'OK' }

# What GDB 13 to 18 ask before they show a prompt.
my $opening = qr/^(?:vMustReplyEmpty$|QStartNoAckMode$|qSupported|qXfer:|qTStatus$|qTfV$|vCont\?$|q[fs]ThreadInfo$|qC$|qAttached|qOffsets$|qSymbol::|qL|!$)/;

sub answer {
    my $request = shift;
    return 'PacketSize=1000' . ($kind eq 'dark-map' ? ';qXfer:memory-map:read+' : '') if $request =~ /^qSupported(?::|$)/;
    if ($kind eq 'dark-map' && $request =~ /^qXfer:memory-map:read::$hex,$hex$/) {
        my ($at, $length) = map { Line::number($_) } $1, $2;
        return 'E00' if $at > length $map;
        return ($at + $length < length $map ? 'm' : 'l') . substr $map, $at, $length;
    }
    return region($1) if $kind eq 'dark-regions' && $request =~ /^qMemoryRegionInfo:$hex$/;
    return sprintf 'T%02x', $signal // 5 if $request eq '?';
    return block() if $request eq 'g';
    if ($request =~ /^G([0-9a-fA-F]{320})$/) { @registers = unpack 'N*', pack 'H*', $1; return 'OK' }
    return register_read($1) if $request =~ /^p$hex$/;
    return register_write($1, $2) if $request =~ /^P$hex=([0-9a-fA-F]{8})$/;
    return memory_read($1, $2) if $request =~ /^m$hex,$hex$/;
    return memory_write($1, $2, $3) if $request =~ /^M$hex,$hex:([0-9a-fA-F]*)$/;
    if ($request =~ /^([sc])$hex?$/) {
        go(Line::number($2)) if defined $2;
        return resume() if $1 eq 'c';
        step();
        return stopped(5);
    }
    if ($request =~ /^([Zz])[01],$hex,$hex$/) {
        return 'E01' unless is_there(Line::number($2), 4);
        $1 eq 'Z' ? $breakpoints{ Line::number($2) } = 1 : delete $breakpoints{ Line::number($2) };
        return 'OK';
    }
    return $request =~ /^(?:H[gc](?:-1|0|1)|T1)$/ ? 'OK' : 'E01' if $request =~ /^[HT]/;
    return 'OK' if $request eq 'D';
    return 'E01' if $request =~ /^(?:[mGpP]|M(?!ulti)|[Zz][01])/;    # known, and malformed
    return $kind eq 'silent' && $request !~ $opening ? Line::SILENT : '';
}

$line = Line->new(port => $port, life => $life, answer => \&answer, begin => sub { %breakpoints = () }, last => qr/^D$/);
$line->serve;
