// Opens many server-sent event streams, publishes, and measures how long each release takes to
// arrive.
//
//   sseload STREAMS PORT STREAM_PATH PUBLISH_PATH PUBLISHES BYTES SERVER_PID
//
// One thread with epoll, so that receiving costs little. The time of a release is measured from
// before its POST is written until its last byte has been read from a stream. Prints one line:
// `streams p50_us p99_us max_us resident_bytes_per_stream`.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { warm_ups = 2, timeout_ms = 30000, carry_size = 16, pace_ms = 100 };

typedef struct {
  int file;
  int latest;              // the newest release that has arrived completely
  char carry[carry_size];  // the end of the last read, for a marker that is split over two reads
  int carried;
} Stream;

static int epoll_file;
static struct sockaddr_in address = {.sin_family = AF_INET};
static char buffer[256 * 1024 + carry_size];

static void fail(const char *what) {
  fprintf(stderr, "sseload: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static long resident_bytes(const char *process) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%s/status", process);
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  long kilobytes = 0;
  while (fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld kB", &kilobytes);
  fclose(file);
  return kilobytes * 1024;
}

static int open_connection(void) {
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int yes = 1;
  if (file < 0) fail("socket");
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(file, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
  return file;
}

static void write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0) fail("write");
    bytes += written;
    length -= (size_t)written;
  }
}

static void watch(int file, Stream *stream) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = stream};
  if (epoll_ctl(epoll_file, EPOLL_CTL_ADD, file, &event) < 0) fail("epoll_ctl");
}

// Reads the available bytes; true if the marker of release `number` arrived for the first time.
static int receive_release(Stream *stream, int number) {
  memcpy(buffer, stream->carry, (size_t)stream->carried);
  ssize_t count = recv(stream->file, buffer + stream->carried, sizeof buffer - carry_size,
                       MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return 0;
  if (count <= 0) fail("a stream ended");
  size_t length = (size_t)(stream->carried + count);
  char marker[carry_size];
  int marker_length = snprintf(marker, sizeof marker, "#%d#", number);
  int is_new = stream->latest < number &&
               memmem(buffer, length, marker, (size_t)marker_length) != NULL;
  if (is_new) stream->latest = number;
  stream->carried = length < carry_size ? (int)length : carry_size;
  memcpy(stream->carry, buffer + length - (size_t)stream->carried, (size_t)stream->carried);
  return is_new;
}

static void publish(int file, const char *path, int number, int bytes) {
  char *request = malloc((size_t)bytes + 512);
  int length = sprintf(request,
                       "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                       "Content-Length: %d\r\n\r\n", path, bytes);
  char marker[carry_size];
  int marker_length = snprintf(marker, sizeof marker, "#%d#", number);
  memset(request + length, 'x', (size_t)bytes);
  memcpy(request + length + bytes - marker_length, marker, (size_t)marker_length);
  write_all(file, request, (size_t)(length + bytes));
  free(request);
}

static int compare_times(const void *left, const void *right) {
  int64_t difference = *(const int64_t *)left - *(const int64_t *)right;
  return (difference > 0) - (difference < 0);
}

// Publishes one release and waits until every stream has it.
static void publish_and_wait(int count, int publisher, const char *path, int number,
                             int bytes, int64_t *times) {
  static struct epoll_event events[1024];
  int64_t started = now_us();
  publish(publisher, path, number, bytes);
  for (int waiting = count; waiting > 0;) {
    int ready = epoll_wait(epoll_file, events, 1024, timeout_ms);
    if (ready <= 0) {
      fprintf(stderr, "sseload: %d of %d streams did not receive release %d within %d s\n", waiting,
              count, number, timeout_ms / 1000);
      exit(1);
    }
    for (int index = 0; index < ready; index++) {
      Stream *stream = events[index].data.ptr;
      if (!stream) {  // the response to the publisher
        if (recv(publisher, buffer, sizeof buffer, MSG_DONTWAIT) == 0) fail("publishing");
      } else if (receive_release(stream, number)) {
        if (times) *times++ = now_us() - started;
        waiting--;
      }
    }
  }
}

int main(int count, char **arguments) {
  if (count != 8) {
    fprintf(stderr, "usage: sseload STREAMS PORT STREAM_PATH PUBLISH_PATH PUBLISHES BYTES "
                    "SERVER_PID\n");
    return 2;
  }
  int stream_count = atoi(arguments[1]), publishes = atoi(arguments[5]);
  int bytes = atoi(arguments[6]);
  address.sin_port = htons((uint16_t)atoi(arguments[2]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  epoll_file = epoll_create1(EPOLL_CLOEXEC);
  Stream *streams = calloc((size_t)stream_count, sizeof *streams);
  int64_t *times = calloc((size_t)(stream_count * publishes), sizeof *times);

  int publisher = open_connection();
  watch(publisher, NULL);
  long before = resident_bytes(arguments[7]);
  char request[512];
  int length = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n",
                        arguments[3]);
  for (int index = 0; index < stream_count; index++) {
    streams[index].file = open_connection();
    write_all(streams[index].file, request, (size_t)length);
    watch(streams[index].file, &streams[index]);
  }
  for (int number = 1; number <= warm_ups + publishes; number++) {
    int measured = number - warm_ups - 1;
    // Before the first one, the server gets a second to accept all streams.
    if (number == 1) usleep(1000 * 1000);
    usleep(pace_ms * 1000);
    publish_and_wait(stream_count, publisher, arguments[4], number, bytes,
                     measured < 0 ? NULL : times + (long)measured * stream_count);
  }
  long after = resident_bytes(arguments[7]);
  long total = (long)stream_count * publishes;
  qsort(times, (size_t)total, sizeof *times, compare_times);
  printf("%d %lld %lld %lld %ld\n", stream_count, (long long)times[total / 2],
         (long long)times[total * 99 / 100], (long long)times[total - 1],
         (after - before) / stream_count);
  return 0;
}
