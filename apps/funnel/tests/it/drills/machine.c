/*
 * Stands between a program and the C library, by LD_PRELOAD, and shows it a clock that is set off and a disk that is full.
 *
 * What is to be shown stands in a page that the test writes and all processes map: the file that DRILL_PAGE names. Time that
 * only passes (CLOCK_MONOTONIC) is left alone, as it is when an administrator sets a clock. On the full disk, files can be
 * made and written over; what would make one of them longer fails, as on a file system without a free block.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct page {
    int64_t clock_seconds;
    int64_t disk_is_full;
    char folder[4080];
};

static const volatile struct page *page;

__attribute__((constructor)) static void map_page(void) {
    const char *path = getenv("DRILL_PAGE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof(struct page), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) page = mapped;
}

static time_t shift(void) {
    return page ? (time_t)page->clock_seconds : 0;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    int done = (int)syscall(SYS_clock_gettime, clock, at);
    if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += shift();
    return done;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    at->tv_sec = precise.tv_sec;
    at->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return (time_t)-1;
    if (at) *at = precise.tv_sec;
    return precise.tv_sec;
}

/* Whether the file is one on the full disk, and would have to grow to hold what ends at `end`. */
static int no_space(int file, off_t end) {
    if (!page || !page->disk_is_full) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    const char *folder = (const char *)page->folder;
    struct stat found;
    if (strncmp(path, folder, strlen(folder)) != 0 || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
    return end > found.st_size;
}

/* The end of what is written at the file's own place. */
static off_t own_end(int file, size_t count) {
    int flags = fcntl(file, F_GETFL);
    off_t at = flags >= 0 && (flags & O_APPEND) ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
    return at < 0 ? 0 : at + (off_t)count;
}

static size_t total(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int part = 0; part < count; part++) bytes += parts[part].iov_len;
    return bytes;
}

#define FULL_OR(name, file, end, call)                      \
    do {                                                    \
        static __typeof__(name) *real;                      \
        if (!real) real = dlsym(RTLD_NEXT, #name);          \
        if (no_space(file, end)) {                          \
            errno = ENOSPC;                                 \
            return -1;                                      \
        }                                                   \
        return real call;                                   \
    } while (0)

ssize_t write(int file, const void *bytes, size_t count) {
    if (!page || !page->disk_is_full) return syscall(SYS_write, file, bytes, count);
    FULL_OR(write, file, own_end(file, count), (file, bytes, count));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    FULL_OR(writev, file, own_end(file, total(parts, count)), (file, parts, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    FULL_OR(pwrite, file, at + (off_t)count, (file, bytes, count, at));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    FULL_OR(pwrite64, file, at + (off_t)count, (file, bytes, count, at));
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
    FULL_OR(pwritev, file, at + (off_t)total(parts, count), (file, parts, count, at));
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) {
    FULL_OR(pwritev64, file, at + (off_t)total(parts, count), (file, parts, count, at));
}

int fallocate(int file, int mode, off_t at, off_t length) {
    FULL_OR(fallocate, file, at + length, (file, mode, at, length));
}

int posix_fallocate(int file, off_t at, off_t length) {
    static __typeof__(posix_fallocate) *real;
    if (!real) real = dlsym(RTLD_NEXT, "posix_fallocate");
    return no_space(file, at + length) ? ENOSPC : real(file, at, length);
}
