#!/usr/bin/perl
# A stub in Perl for a toy with the registers of the m68k: big-endian, no description, no qSupported, c and s only.
# Nobody adapted the suite to it: it shows what a stranger of another language and byte order is told. usage: m68k.pl PORT [LIFE]
# SPDX-License-Identifier: MIT
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Line;

my ($port, $life) = (shift // 0, shift // 300);

# --- the machine: a loop of six instructions that counts, and stores the count ---

use constant { FIRST => 0x8000, LAST => 0x9fff, LOOP => 0x8010, LOOP_END => 0x801a, SP => 15, PC => 17, REGISTERS => 18 };
my @registers = (0) x REGISTERS;    # d0-d7, a0-a7, ps, pc
@registers[SP, PC] = (0x9000, LOOP);
my $memory = "\x4e\x71" x 0x800 . join '', map { chr($_ * 7 & 255) } 0 .. 0xfff;
my (%breakpoints, $signal);

sub step {
    my $pc = $registers[PC];
    $registers[0] = ($registers[0] + 1) & 0xffffffff if $pc == LOOP + 2;
    substr($memory, 0x1100, 4) = pack 'N', $registers[0] if $pc == LOOP + 4;
    $registers[PC] = $pc == LOOP_END ? LOOP : $pc + 2;
}

sub readable { my ($at, $length) = @_; return $at >= FIRST && $at + $length <= LAST + 1 }

# --- stops ---

my $line;
sub stopped { $signal = shift; return sprintf 'S%02x', $signal }

# The stop reply, or undef when the client has gone.
sub resume { return $line->resume(sub { step(); return $breakpoints{ $registers[PC] } }, \&stopped) }

# --- requests ---

my $hex = qr/([0-9a-fA-F]+)/;


sub memory_read {
    my ($at, $length) = map { Line::number($_) } @_;
    return readable($at, $length) ? uc unpack 'H*', substr $memory, $at - FIRST, $length : 'E01';
}

sub memory_write {
    my ($at, $length, $digits) = (Line::number($_[0]), Line::number($_[1]), $_[2]);
    return 'E01' unless readable($at, $length) && length $digits == 2 * $length;
    substr($memory, $at - FIRST, $length) = pack 'H*', $digits;
    return 'OK';
}

sub register_write { my ($number, $value) = map { Line::number($_) } @_; return 'E03' if $number >= REGISTERS; $registers[$number] = $value; return 'OK' }

sub answer {
    my $request = shift;
    return sprintf 'S%02x', $signal // 5 if $request eq '?';
    return uc unpack 'H*', pack 'N*', @registers if $request eq 'g';
    if ($request =~ /^G([0-9a-fA-F]{144})$/) { @registers = unpack 'N*', pack 'H*', $1; return 'OK' }
    return Line::number($1) < REGISTERS ? sprintf '%08X', $registers[ Line::number($1) ] : 'E03' if $request =~ /^p$hex$/;
    return register_write($1, $2) if $request =~ /^P$hex=([0-9a-fA-F]{8})$/;
    return memory_read($1, $2) if $request =~ /^m$hex,$hex$/;
    return memory_write($1, $2, $3) if $request =~ /^M$hex,$hex:([0-9a-fA-F]*)$/;
    if ($request =~ /^([sc])$hex?$/) {
        $registers[PC] = Line::number($2) if defined $2;
        return resume() if $1 eq 'c';
        step();
        return stopped(5);
    }
    if ($request =~ /^([Zz])[01],$hex,$hex$/) { $1 eq 'Z' ? $breakpoints{ Line::number($2) } = 1 : delete $breakpoints{ Line::number($2) }; return 'OK' }
    return $request =~ /^(?:H[gc](?:-1|0|1)|T1)$/ ? 'OK' : 'E01' if $request =~ /^[HT]/;
    return 'OK' if $request eq 'D';
    return '';
}

$line = Line->new(port => $port, life => $life, answer => \&answer, begin => sub { %breakpoints = () }, last => qr/^D$/);
$line->serve;
