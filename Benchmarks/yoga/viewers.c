// Simulates many viewers of videos, each requesting byte ranges over a persistent connection, and
// measures throughput and latency.
//
//   viewers VIEWERS PORT SECONDS COOKIE RANGES
//
// RANGES is a file with a line for each request of an HLS player, in order: `PATH FIRST LAST`. The
// viewers start at different lines. One thread with epoll; the kernel discards the bodies, so that
// receiving costs little. The status and the length of each response are checked. Prints one line:
// `requests_per_second bytes_per_second p50_us p99_us`.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { head_size = 4096, max_ranges = 100000, max_times = 4000000, timeout_ms = 30000 };

typedef struct {
  char *request;
  size_t size;
  int64_t length;
} Range;

typedef struct {
  int file;
  int range;
  char head[head_size];
  int head_length;
  int64_t remaining;  // the bytes of the body to receive; -1 while the head is read
  int64_t sent_at;
} Viewer;

static Range ranges[max_ranges];
static int range_count;
static int32_t *times;
static int64_t time_count, byte_count;
static int epoll_file;
static struct sockaddr_in address = {.sin_family = AF_INET};

static void fail(const char *what) {
  fprintf(stderr, "viewers: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void read_ranges(const char *path, const char *cookie) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  char target[1024];
  long long first, last;
  while (fscanf(file, "%1023s %lld %lld", target, &first, &last) == 3) {
    if (range_count == max_ranges) break;
    Range *range = &ranges[range_count++];
    int size = asprintf(&range->request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n"
                        "Range: bytes=%lld-%lld\r\nAccept: */*\r\n\r\n",
                        target, cookie, first, last);
    if (size < 0) fail("memory");
    range->size = (size_t)size;
    range->length = last - first + 1;
  }
  fclose(file);
  if (!range_count) {
    fprintf(stderr, "viewers: %s has no lines `PATH FIRST LAST`\n", path);
    exit(1);
  }
}

static void send_request(Viewer *viewer) {
  Range *range = &ranges[viewer->range];
  viewer->head_length = 0;
  viewer->remaining = -1;
  viewer->sent_at = now_us();
  if (write(viewer->file, range->request, range->size) != (ssize_t)range->size) fail("write");
}

static void start(Viewer *viewer, int number, int count) {
  viewer->range = (int)((int64_t)number * range_count / count);
  viewer->file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int yes = 1;
  if (viewer->file < 0) fail("socket");
  setsockopt(viewer->file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(viewer->file, (struct sockaddr *)&address, sizeof address)) fail("connect");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = viewer};
  if (epoll_ctl(epoll_file, EPOLL_CTL_ADD, viewer->file, &event)) fail("epoll_ctl");
  send_request(viewer);
}

static void finish(Viewer *viewer) {
  if (time_count < max_times) times[time_count++] = (int32_t)(now_us() - viewer->sent_at);
  viewer->range = (viewer->range + 1) % range_count;
  send_request(viewer);
}

// The head is complete: its status and its length must be those of the range.
static void check_head(Viewer *viewer, char *end) {
  *end = 0;
  int64_t length = -1;
  char *field = strcasestr(viewer->head, "\r\ncontent-length:");
  if (field) length = atoll(field + strlen("\r\ncontent-length:"));
  if (strncmp(viewer->head, "HTTP/1.1 206", 12) || length != ranges[viewer->range].length) {
    fprintf(stderr, "viewers: the response is not the requested range of %lld bytes:\n%s\n",
            (long long)ranges[viewer->range].length, viewer->head);
    exit(1);
  }
}

// Reads the head, and the bytes of the body that arrive with it.
static void read_head(Viewer *viewer) {
  ssize_t count = recv(viewer->file, viewer->head + viewer->head_length,
                       head_size - 1 - viewer->head_length, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("a connection ended");
  viewer->head_length += (int)count;
  viewer->head[viewer->head_length] = 0;
  char *end = strstr(viewer->head, "\r\n\r\n");
  if (!end) {
    if (viewer->head_length == head_size - 1) fail("a head is too long");
    return;
  }
  int64_t body = viewer->head + viewer->head_length - (end + 4);
  check_head(viewer, end);
  viewer->remaining = ranges[viewer->range].length - body;
  byte_count += body;
  if (viewer->remaining == 0) finish(viewer);
}

static void read_body(Viewer *viewer) {
  // With MSG_TRUNC, the kernel discards the bytes instead of copying them.
  ssize_t count = recv(viewer->file, NULL, (size_t)viewer->remaining, MSG_DONTWAIT | MSG_TRUNC);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("a connection ended");
  viewer->remaining -= count;
  byte_count += count;
  if (viewer->remaining == 0) finish(viewer);
}

static int compare_times(const void *first, const void *second) {
  int32_t a = *(const int32_t *)first, b = *(const int32_t *)second;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: viewers VIEWERS PORT SECONDS COOKIE RANGES\n");
    return 2;
  }
  int viewers = atoi(arguments[1]);
  address.sin_port = htons((uint16_t)atoi(arguments[2]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  double seconds = atof(arguments[3]);
  read_ranges(arguments[5], arguments[4]);
  Viewer *all = calloc((size_t)viewers, sizeof *all);
  times = malloc(max_times * sizeof *times);
  epoll_file = epoll_create1(EPOLL_CLOEXEC);
  if (!all || !times || epoll_file < 0) fail("memory");
  for (int number = 0; number < viewers; number++) start(&all[number], number, viewers);

  struct epoll_event events[256];
  int64_t began = now_us(), until = began + (int64_t)(seconds * 1e6);
  while (now_us() < until) {
    int ready = epoll_wait(epoll_file, events, 256, timeout_ms);
    if (ready == 0) {
      fprintf(stderr, "viewers: nothing arrived for %d s\n", timeout_ms / 1000);
      exit(1);
    }
    for (int index = 0; index < ready; index++) {
      Viewer *viewer = events[index].data.ptr;
      if (viewer->remaining < 0) read_head(viewer);
      else read_body(viewer);
    }
  }
  double elapsed = (double)(now_us() - began) / 1e6;
  if (!time_count) {
    fprintf(stderr, "viewers: no response was complete after %g s\n", seconds);
    exit(1);
  }
  qsort(times, (size_t)time_count, sizeof *times, compare_times);
  printf("%.0f %.0f %d %d\n", (double)time_count / elapsed, (double)byte_count / elapsed,
         times[time_count / 2], times[time_count * 99 / 100]);
  return 0;
}
