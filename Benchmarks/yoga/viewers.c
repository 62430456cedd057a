// Plays videos as many viewers at once, by ranges over connections that are kept, and says how much
// arrived.
//
//   viewers VIEWERS PORT SECONDS COOKIE RANGES
//
// RANGES is a file with a line for each request, `PATH FIRST LAST`, such as HLS players make one
// after the other. Each viewer starts at another line. One thread with epoll; the kernel discards
// the bodies, so that receiving costs little. After each response its status and its length are
// checked. Prints one line: `requests_per_second bytes_per_second p50_us p99_us`.
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
  int64_t left;  // bytes of the body; -1 while the head is read
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
  char where[1024];
  long long first, last;
  while (fscanf(file, "%1023s %lld %lld", where, &first, &last) == 3) {
    if (range_count == max_ranges) break;
    Range *range = &ranges[range_count++];
    int size = asprintf(&range->request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n"
                        "Range: bytes=%lld-%lld\r\nAccept: */*\r\n\r\n",
                        where, cookie, first, last);
    if (size < 0) fail("memory");
    range->size = (size_t)size;
    range->length = last - first + 1;
  }
  fclose(file);
  if (!range_count) fail("no ranges");
}

static void request(Viewer *viewer) {
  Range *range = &ranges[viewer->range];
  viewer->head_length = 0;
  viewer->left = -1;
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
  request(viewer);
}

static void finish(Viewer *viewer) {
  if (time_count < max_times) times[time_count++] = (int32_t)(now_us() - viewer->sent_at);
  viewer->range = (viewer->range + 1) % range_count;
  request(viewer);
}

// The head is complete: its status and its length must be those of the range.
static void check_head(Viewer *viewer, char *end) {
  *end = 0;
  int64_t length = -1;
  char *field = strcasestr(viewer->head, "\r\ncontent-length:");
  if (field) length = atoll(field + strlen("\r\ncontent-length:"));
  if (strncmp(viewer->head, "HTTP/1.1 206", 12) || length != ranges[viewer->range].length) {
    fprintf(stderr, "viewers: this is not the range:\n%s\n", viewer->head);
    exit(1);
  }
}

// Reads the head with its first bytes of the body, which a read cannot divide.
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
  viewer->left = ranges[viewer->range].length - body;
  byte_count += body;
  if (viewer->left == 0) finish(viewer);
}

static void read_body(Viewer *viewer) {
  // With MSG_TRUNC, the kernel drops the bytes in place of copying them.
  ssize_t count = recv(viewer->file, NULL, (size_t)viewer->left, MSG_DONTWAIT | MSG_TRUNC);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("a connection ended");
  viewer->left -= count;
  byte_count += count;
  if (viewer->left == 0) finish(viewer);
}

static int by_time(const void *first, const void *second) {
  int32_t a = *(const int32_t *)first, b = *(const int32_t *)second;
  return (a > b) - (a < b);
}

int main(int count, char **words) {
  if (count != 6) {
    fprintf(stderr, "viewers VIEWERS PORT SECONDS COOKIE RANGES\n");
    return 2;
  }
  int viewers = atoi(words[1]);
  address.sin_port = htons((uint16_t)atoi(words[2]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  double seconds = atof(words[3]);
  read_ranges(words[5], words[4]);
  Viewer *all = calloc((size_t)viewers, sizeof *all);
  times = malloc(max_times * sizeof *times);
  epoll_file = epoll_create1(EPOLL_CLOEXEC);
  if (!all || !times || epoll_file < 0) fail("memory");
  for (int number = 0; number < viewers; number++) start(&all[number], number, viewers);

  struct epoll_event events[256];
  int64_t began = now_us(), until = began + (int64_t)(seconds * 1e6);
  while (now_us() < until) {
    int ready = epoll_wait(epoll_file, events, 256, timeout_ms);
    if (ready == 0) fail("nothing arrives");
    for (int index = 0; index < ready; index++) {
      Viewer *viewer = events[index].data.ptr;
      if (viewer->left < 0) read_head(viewer);
      else read_body(viewer);
    }
  }
  double passed = (double)(now_us() - began) / 1e6;
  if (!time_count) fail("no response was complete");
  qsort(times, (size_t)time_count, sizeof *times, by_time);
  printf("%.0f %.0f %d %d\n", (double)time_count / passed, (double)byte_count / passed,
         times[time_count / 2], times[time_count * 99 / 100]);
  return 0;
}
