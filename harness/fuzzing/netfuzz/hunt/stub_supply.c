/* A stub that takes long to start is kept alive and gets a new connection for the next session or replay.
 * One that starts at once is better fresh each time.
 * See stub_supply.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/stub_supply.h"

#include "hunt/fuzzer.h"

static const uint64_t slow_start_ns = 20 * RSP_NS_PER_MS;

static bool is_no_start(rsp_status status) {
    return status == RSP_DIED || status == RSP_SPAWN || status == RSP_CONNECT || status == RSP_CLOSED;
}

static void close_link(rsp_fuzzer *f, rsp_link *link) {
    uint64_t start_ns = fuzzer_now(f);
    if (f->host.closing)
        f->host.closing(f->host.ctx, link);
    rsp_link_close(link);
    f->stats.start_ns += fuzzer_now(f) - start_ns;
}

static void drop_kept(rsp_fuzzer *f) {
    if (f->supply.kept)
        close_link(f, f->supply.kept);
    f->supply.kept = NULL;
}

static bool reconnect(rsp_fuzzer *f, rsp_link *link) {
    uint64_t until = rsp_deadline(rsp_link_now(link), rsp_player_enough_ns(f->player));
    if (rsp_link_reconnect(link, until, NULL) != RSP_OK)
        return false;
    rsp_player_begin(f->player, link);
    return true;
}

/* Whether a stub that fell silent answers a new client. The wait is short: starting a fresh stub does not
 * take long either. */
static bool has_recovered(rsp_fuzzer *f, rsp_link *link) {
    rsp_player_set_timeout(f->player, rsp_player_enough_ns(f->player));
    bool well = reconnect(f, link) && rsp_player_alive(f->player) == RSP_PLAYED_DONE;
    rsp_player_set_timeout(f->player, f->timeouts.timeout_ns);
    return well;
}

/* A new connection to the stub that was kept, if there is one. */
static bool take_kept(rsp_fuzzer *f) {
    rsp_link *link = f->supply.kept;
    if (!link || f->supply.want_fresh)
        return false;
    f->supply.kept = NULL;
    if ((f->supply.kept_health == STUB_IN_DOUBT && !has_recovered(f, link)) || !reconnect(f, link)) {
        close_link(f, link);
        return false;
    }
    f->supply.link = link;
    f->supply.reused = true;
    f->supply.health = STUB_WELL;
    return true;
}

static bool take_unused(rsp_fuzzer *f) {
    bool taken = f->supply.link && f->supply.unused;
    f->supply.unused = false;
    return taken;
}

rsp_status stub_supply_open(rsp_fuzzer *f, rsp_error *error) {
    if (take_unused(f) || take_kept(f))
        return RSP_OK;
    drop_kept(f);
    uint64_t start_ns = fuzzer_now(f);
    unsigned most = f->stats.sessions > 0 ? f->options.starts : 1;
    rsp_status status = RSP_DIED;
    for (unsigned i = 0; i < most && is_no_start(status); i++)
        status = f->host.open(f->host.ctx, &f->supply.link, error);
    f->stats.start_ns += fuzzer_now(f) - start_ns;
    if (f->stats.sessions == 0)
        f->supply.first_start_ns = fuzzer_now(f) - start_ns;
    if (status != RSP_OK) {
        f->supply.link = NULL;
        return status;
    }
    f->stats.sessions++;
    f->supply.reused = false;
    f->supply.health = STUB_WELL;
    rsp_player_begin(f->player, f->supply.link);
    return RSP_OK;
}

void stub_supply_close(rsp_fuzzer *f) {
    if (f->supply.link)
        close_link(f, f->supply.link);
    f->supply.link = NULL;
    f->supply.unused = false;
}

/* The first start counts alone, because later stubs are started in advance. */
bool stub_supply_is_slow(const rsp_fuzzer *f) {
    return f->stats.sessions > 0 && (f->supply.first_start_ns >= slow_start_ns ||
                                     f->stats.start_ns / f->stats.sessions >= slow_start_ns);
}

void stub_supply_free(rsp_fuzzer *f) {
    stub_supply_close(f);
    drop_kept(f);
}

void stub_supply_leave(rsp_fuzzer *f) {
    bool lives = f->supply.link && f->supply.health != STUB_GONE && !f->supply.one_client &&
                 !rsp_player_program_gone(f->player);
    if (f->supply.link && f->supply.unused)
        return;
    if (!lives || f->supply.kept || !stub_supply_is_slow(f)) {
        stub_supply_close(f);
        return;
    }
    f->supply.kept = f->supply.link;
    f->supply.kept_health = f->supply.health;
    f->supply.link = NULL;
}

void stub_supply_note_played(rsp_fuzzer *f, rsp_played played) {
    static const stub_health after[] = {
        [RSP_PLAYED_DONE] = STUB_WELL,         [RSP_PLAYED_OVER] = STUB_WELL,
        [RSP_PLAYED_WRONG] = STUB_WELL,        [RSP_PLAYED_NO_REPLY] = STUB_WELL,
        [RSP_PLAYED_HANG] = STUB_IN_DOUBT,     [RSP_PLAYED_NO_STOP] = STUB_IN_DOUBT,
        [RSP_PLAYED_DEAF] = STUB_IN_DOUBT,     [RSP_PLAYED_CLOSED] = STUB_IN_DOUBT,
        [RSP_PLAYED_DIED] = STUB_GONE,         [RSP_PLAYED_TROUBLE] = STUB_GONE,
        [RSP_PLAYED_CANCELLED] = STUB_IN_DOUBT};
    f->supply.health = after[played] > f->supply.health ? after[played] : f->supply.health;
}

rsp_status stub_supply_calibrate(rsp_fuzzer *f, rsp_error *error) {
    if (f->supply.calibrated)
        return RSP_OK;
    rsp_status status = stub_supply_open(f, error);
    if (status != RSP_OK)
        return status;
    status = rsp_player_calibrate(f->player);
    f->supply.unused =
        status == RSP_OK && f->options.manners && f->options.manners->clients.life == RSP_LIFE_ALONE;
    if (status == RSP_OK)
        stub_supply_leave(f);
    if (!f->supply.unused)
        stub_supply_close(f);
    f->supply.calibrated = status == RSP_OK;
    if (status == RSP_CANCELLED)
        return status;
    return status == RSP_OK ? RSP_OK
                            : rsp_fail(error, RSP_CONNECT, "the stub does not answer a first request: %s",
                                       rsp_status_text(status));
}
