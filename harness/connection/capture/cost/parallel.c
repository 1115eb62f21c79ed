/* Three windows of the file: all threads take the frames of one, whoever is ready first finds those of the
 * next, others read. Then the first thread joins what has ended. What is odd, a lack of memory, and a file
 * that changes end the attempt, for one thread has the right messages and limits. See parallel.h. */
/* SPDX-License-Identifier: MIT */
#include "parallel.h"

#include "capture/pcap_window.h"
#include "conversation_part.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    SLACK_BYTES = 512 * 1024, /* before a window: a record that began in the one before */
    OWNER_BITS = 12,          /* connections whose ends hash alike have one owner */
    WINDOWS = 3,              /* in memory */
};

struct job;

/* A frame of a window. */
typedef struct frame_place {
    uint32_t offset; /* of its record */
    uint32_t number; /* from 1, since the window's first */
} frame_place;

/* The frames of one owner. */
typedef struct frame_list {
    frame_place *items;
    size_t num;
    size_t cap;
} frame_list;

/* A part of the file in memory, and its frames once they have been found. */
typedef struct window {
    uint8_t *buffer; /* SLACK_BYTES, then what was read */
    size_t read;     /* bytes */
    rsp_bytes bytes; /* with what the window before left over */
    uint64_t frames; /* before it */
    frame_list lists[MOST_PARTS];
} window;

/* One thread's part. */
typedef struct worker {
    struct job *job;
    unsigned number;
    pthread_t thread;
    rsp_pcap_walk walk; /* over single records; its counts are of the frames that it took */
    rsp_conversations *part;
    bool not_read;     /* a share of a window could not be read */
    uint64_t start_ns; /* of all TCP segments; 0: none yet */
    uint64_t end_ns;
} worker;

typedef struct job {
    rsp_pcap_format format;
    pthread_mutex_t start; /* held until it is known how many threads there are; then for `next_task` */
    pthread_barrier_t barrier;
    rsp_pcap_walk walk; /* over all frames; its rest belongs to the next window */
    window windows[WINDOWS];
    unsigned turn; /* the window whose frames are taken */
    size_t window_bytes;
    uint64_t read_to;   /* offset in the file behind the windows that were read */
    size_t next_bytes;  /* of the one that is read now */
    unsigned next_task; /* 0: to find frames; then a share to be read for each thread */
    bool done;
    bool odd;                       /* a record is, or memory is short */
    uint8_t owner[1 << OWNER_BITS]; /* 0: nobody yet; else the worker's number + 1 */
    uint64_t load[MOST_PARTS];
    unsigned num;
    worker workers[MOST_PARTS];
} job;

static window *window_at(job *j, unsigned ahead) {
    return &j->windows[(j->turn + ahead) % WINDOWS];
}

/* --- whose frame it is ---------------------------------------------------------------------------------- */

static unsigned idlest(const job *j) {
    unsigned best = 0;
    for (unsigned i = 1; i < j->num; i++)
        best = j->load[i] < j->load[best] ? i : best;
    return best;
}

static unsigned owner_of(job *j, uint32_t ends, size_t len) {
    uint8_t *owner = &j->owner[ends >> (32 - OWNER_BITS)];
    if (*owner == 0)
        *owner = (uint8_t)(idlest(j) + 1);
    j->load[*owner - 1] += len;
    return *owner - 1U;
}

/* The first has those of no connection. */
static unsigned owner_of_frame(job *j, const rsp_pcap_frame *frame) {
    rsp_segment s;
    uint32_t ends = frame->ends;
    if (ends == 0 && rsp_pcap_walk_decode(&j->walk, frame, &s) == RSP_FRAME_TCP)
        ends = rsp_segment_ends(&s);
    return ends == 0 ? 0 : owner_of(j, ends, frame->bytes.len);
}

/* False without memory. */
static bool add_place(frame_list *list, frame_place place) {
    if (list->num == list->cap) {
        const size_t cap = list->cap ? list->cap * 2 : 4096;
        frame_place *bigger = realloc(list->items, cap * sizeof *bigger);
        if (!bigger)
            return false;
        list->items = bigger;
        list->cap = cap;
    }
    list->items[list->num++] = place;
    return true;
}

static void find_frames(job *j, window *w) {
    rsp_pcap_frame frame;
    rsp_pcap_step step = RSP_PCAP_END;
    bool kept = true;
    j->walk.rest = w->bytes;
    w->frames = j->walk.frames;
    for (unsigned i = 0; i < MOST_PARTS; i++) {
        j->load[i] /= 2;
        w->lists[i].num = 0;
    }
    while (kept) {
        step = rsp_pcap_walk_next(&j->walk, &frame);
        if (step != RSP_PCAP_FRAME)
            break;
        kept = add_place(&w->lists[owner_of_frame(j, &frame)],
                         (frame_place){.offset = (uint32_t)(frame.record - w->bytes.ptr),
                                       .number = (uint32_t)(j->walk.frames - w->frames)});
    }
    j->odd = j->odd || !kept || step == RSP_PCAP_ODD;
}

/* --- one window ----------------------------------------------------------------------------------------- */

static void take_segment(worker *w, const rsp_segment *s) {
    if (w->end_ns == 0 || s->time_ns < w->start_ns)
        w->start_ns = s->time_ns;
    w->end_ns = s->time_ns > w->end_ns ? s->time_ns : w->end_ns;
    rsp_conversations_feed(w->part, s);
}

static void take_frames(worker *w, const window *from) {
    const frame_list *mine = &from->lists[w->number];
    for (size_t i = 0; i < mine->num; i++) {
        const rsp_pcap_frame frame =
            rsp_pcap_frame_at(&w->job->format, from->bytes.ptr + mine->items[i].offset);
        rsp_segment s;
        w->walk.frames = from->frames + mine->items[i].number;
        const rsp_frame_class class_ = rsp_pcap_walk_decode(&w->walk, &frame, &s);
        w->walk.counts[class_]++;
        if (class_ == RSP_FRAME_TCP)
            take_segment(w, &s);
    }
}

static bool read_at(int fd, uint8_t *to, size_t len, uint64_t offset) {
    while (len > 0) {
        ssize_t got = pread(fd, to, len, (off_t)offset);
        if (got <= 0)
            return false;
        to += got;
        len -= (size_t)got;
        offset += (size_t)got;
    }
    return true;
}

static void read_share(worker *w, unsigned share) {
    job *j = w->job;
    const size_t from = j->next_bytes * share / j->num;
    const size_t to = j->next_bytes * (share + 1) / j->num;
    uint8_t *buffer = window_at(j, 2)->buffer + SLACK_BYTES;
    if (!read_at(j->format.fd, buffer + from, to - from, j->read_to + from))
        w->not_read = true;
}

static unsigned take_task(job *j) {
    (void)pthread_mutex_lock(&j->start);
    const unsigned task = j->next_task++;
    (void)pthread_mutex_unlock(&j->start);
    return task;
}

static void work(worker *w) {
    job *j = w->job;
    take_frames(w, window_at(j, 0));
    for (unsigned task = take_task(j); task <= j->num; task = take_task(j)) {
        if (task == 0)
            find_frames(j, window_at(j, 1));
        else
            read_share(w, task - 1);
    }
}

static void *run_worker(void *ctx) {
    worker *w = ctx;
    (void)pthread_mutex_lock(&w->job->start);
    (void)pthread_mutex_unlock(&w->job->start);
    while (w->job->num > 1) {
        (void)pthread_barrier_wait(&w->job->barrier);
        if (w->job->done)
            break;
        work(w);
        (void)pthread_barrier_wait(&w->job->barrier);
    }
    return NULL;
}

/* --- all windows ---------------------------------------------------------------------------------------- */

static size_t bytes_left(const job *j) {
    uint64_t left = j->format.end - j->read_to;
    return left < j->window_bytes ? (size_t)left : j->window_bytes;
}

/* What the frames of the window before have left comes first. False where that is too much. */
static bool prepend_rest(const job *j, window *w) {
    const rsp_bytes rest = j->walk.rest;
    uint8_t *begin = w->buffer + SLACK_BYTES;
    if (rest.len > SLACK_BYTES)
        return false;
    if (rest.len)
        memcpy(begin - rest.len, rest.ptr, rest.len);
    w->bytes = rsp_bytes_make(begin - rest.len, rest.len + w->read);
    return true;
}

static bool all_fine(const job *j) {
    for (unsigned i = 0; i < j->num; i++)
        if (j->workers[i].not_read)
            return false;
    return !j->odd;
}

static bool read_whole(job *j, window *w) {
    w->read = bytes_left(j);
    if (!read_at(j->format.fd, w->buffer + SLACK_BYTES, w->read, j->read_to))
        return false;
    j->read_to += w->read;
    return prepend_rest(j, w);
}

/* One thread makes the first window ready, and reads the second. */
static bool begin(job *j) {
    j->walk = (rsp_pcap_walk){.format = &j->format};
    if (!read_whole(j, window_at(j, 0)))
        return false;
    find_frames(j, window_at(j, 0));
    return read_whole(j, window_at(j, 1));
}

/* A last record that is cut off is left in the walk's rest. */
static bool read_windows(job *j, rsp_conversations *whole) {
    bool last = !begin(j);
    bool fine = !last && !j->odd;
    for (; fine && !last; j->turn++) {
        last = window_at(j, 1)->read == 0;
        j->next_bytes = bytes_left(j);
        j->next_task = last ? j->num + 1 : 0;
        (void)pthread_barrier_wait(&j->barrier);
        work(&j->workers[0]);
        (void)pthread_barrier_wait(&j->barrier);
        j->read_to += j->next_bytes;
        window_at(j, 2)->read = j->next_bytes;
        fine = all_fine(j) && conversations_join(whole) && (last || prepend_rest(j, window_at(j, 2)));
    }
    return fine;
}

/* As many threads as there can be, up to `num`. They wait for what is prepared for that number of them. */
static bool start(job *j, rsp_conversations *whole, unsigned num) {
    unsigned started = 1;
    (void)pthread_mutex_lock(&j->start);
    while (started < num &&
           pthread_create(&j->workers[started].thread, NULL, run_worker, &j->workers[started]) == 0)
        started++;
    j->num = started;
    bool fine = started > 1 && conversations_divide(whole, started) &&
                pthread_barrier_init(&j->barrier, NULL, started) == 0;
    for (unsigned i = 0; i < started && fine; i++)
        j->workers[i].part = conversations_part(whole, i);
    if (!fine)
        j->num = 1;
    (void)pthread_mutex_unlock(&j->start);
    for (unsigned i = 1; i < started && !fine; i++)
        (void)pthread_join(j->workers[i].thread, NULL);
    return fine;
}

static void stop(job *j) {
    j->done = true;
    (void)pthread_barrier_wait(&j->barrier);
    for (unsigned i = 1; i < j->num; i++)
        (void)pthread_join(j->workers[i].thread, NULL);
    (void)pthread_barrier_destroy(&j->barrier);
}

static bool run(job *j, rsp_conversations *whole, unsigned num) {
    for (unsigned i = 0; i < num; i++) {
        j->workers[i].job = j;
        j->workers[i].number = i;
        j->workers[i].walk.format = &j->format;
    }
    if (!start(j, whole, num))
        return false;
    bool fine = read_windows(j, whole);
    stop(j);
    for (unsigned i = 0; i < j->num && fine; i++)
        rsp_conversations_finish(conversations_part(whole, i));
    return fine && conversations_join(whole);
}

static void finish_job(job *j) {
    for (int i = 0; i < WINDOWS; i++) {
        free(j->windows[i].buffer);
        for (int k = 0; k < MOST_PARTS; k++)
            free(j->windows[i].lists[k].items);
    }
    (void)pthread_mutex_destroy(&j->start);
    free(j);
}

static job *new_job(const rsp_pcap_format *format, size_t window_bytes) {
    job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->format = *format;
    j->window_bytes = window_bytes;
    j->read_to = format->begin;
    bool fine = pthread_mutex_init(&j->start, NULL) == 0;
    for (int i = 0; i < WINDOWS; i++)
        fine = (j->windows[i].buffer = malloc(SLACK_BYTES + window_bytes)) != NULL && fine;
    if (fine)
        return j;
    finish_job(j);
    return NULL;
}

static void take_counts(const job *j, rsp_capture_file *file, rsp_pcap *pcap) {
    const rsp_pcap_walk *walks[1 + MOST_PARTS] = {&j->walk};
    for (unsigned i = 0; i < j->num; i++) {
        const worker *w = &j->workers[i];
        walks[1 + i] = &w->walk;
        if (w->end_ns > 0 && (file->end_ns == 0 || w->start_ns < file->start_ns))
            file->start_ns = w->start_ns;
        file->end_ns = w->end_ns > file->end_ns ? w->end_ns : file->end_ns;
    }
    rsp_pcap_take_walks(pcap, walks, 1 + j->num);
}

void parallel_read(rsp_capture_file *file, rsp_pcap *pcap, rsp_conversations *conversations) {
    unsigned num = conversations_most_parts(conversations);
    rsp_pcap_format format = {0};
    size_t window_bytes = conversations_window_bytes(conversations);
    if (num < 2 || !rsp_pcap_format_of(pcap, &format) || format.end - format.begin <= window_bytes)
        return;
    job *j = new_job(&format, window_bytes);
    bool fine = j && run(j, conversations, num);
    if (fine) {
        conversations_end_parts(conversations);
        take_counts(j, file, pcap);
    } else {
        conversations_start_over(conversations);
    }
    if (j)
        finish_job(j);
}
