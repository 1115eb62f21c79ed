/* Terminals and serial devices: raw, eight bits, no flow control, at a given speed.
 * Speeds above 38400 are not in POSIX; those that the system has are taken.
 * Source: POSIX.1-2008, General Terminal Interface. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_POSIX
#define _DEFAULT_SOURCE /* speeds above 38400 */ /* NOLINT(bugprone-reserved-identifier) */
#endif
#include "serial.h"

#include "link/address.h"
#include <errno.h>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

static const struct speed {
    uint32_t baud;
    speed_t code;
} speeds[] = {
    {1200, B1200},       {2400, B2400}, {4800, B4800}, {9600, B9600}, {19200, B19200}, {38400, B38400},
#ifdef B57600
    {57600, B57600},
#endif
#ifdef B115200
    {115200, B115200},
#endif
#ifdef B230400
    {230400, B230400},
#endif
#ifdef B460800
    {460800, B460800},
#endif
#ifdef B921600
    {921600, B921600},
#endif
#ifdef B1000000
    {1000000, B1000000},
#endif
};

static bool set_speed(struct termios *t, uint32_t baud) {
    if (baud == 0)
        return true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(speeds); i++)
        if (speeds[i].baud == baud)
            return cfsetispeed(t, speeds[i].code) == 0 && cfsetospeed(t, speeds[i].code) == 0;
    return false;
}

static void set_raw(struct termios *t) {
    t->c_iflag &= (tcflag_t) ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF);
    t->c_oflag &= (tcflag_t)~OPOST;
    t->c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    t->c_cflag &= (tcflag_t) ~(CSIZE | PARENB | CSTOPB);
    t->c_cflag |= CS8 | CLOCAL | CREAD;
    t->c_cc[VMIN] = 1;
    t->c_cc[VTIME] = 0;
}

rsp_status rsp_serial_open(int *out_fd, const rsp_address *address, rsp_error *error) {
    int fd = open(address->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    struct termios t;
    *out_fd = -1;
    if (fd < 0)
        return rsp_fail(error, RSP_CONNECT, "%.100s: %s", address->path, strerror(errno));
    if (tcgetattr(fd, &t) != 0) {
        (void)close(fd);
        return rsp_fail(error, RSP_CONNECT, "%.100s is no terminal or serial device", address->path);
    }
    set_raw(&t);
    if (!set_speed(&t, address->baud) || tcsetattr(fd, TCSANOW, &t) != 0) {
        (void)close(fd);
        return rsp_fail(error, RSP_USAGE, "%.100s can not do %u baud", address->path,
                        (unsigned)address->baud);
    }
    *out_fd = fd;
    return RSP_OK;
}
