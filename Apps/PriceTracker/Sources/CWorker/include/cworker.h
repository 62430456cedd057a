#ifndef CWORKER_H
#define CWORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A child process that is connected by a socket as its standard input and output.
///
/// It inherits nothing else: no other file descriptor and no environment except the search path of
/// libraries.
typedef struct cworker {
  pid_t process;
  int socket;
} cworker;

/// How a transfer ended.
enum cworker_transfer {
  /// All bytes were transferred.
  CWORKER_DONE = 0,
  /// The deadline passed.
  CWORKER_TIMED_OUT,
  /// The other side closed the connection, or the transfer failed.
  CWORKER_CLOSED,
};

/// Starts a process; false if it cannot be started.
///
/// - `arguments`: ends with null; the first one is the name of the program.
bool cworker_start(const char *path, char *const *arguments, cworker *worker);

/// Kills a process, waits for its end and closes its socket; returns its status as `waitpid` does.
int cworker_end(cworker worker);

/// Whether a status is that of a process that used up its processor time.
bool cworker_exceeded_time(int status);

/// Whether an idle process has ended, or sent unrequested data.
bool cworker_has_closed(cworker worker);

/// The deadline some milliseconds from now, in milliseconds of the monotonic clock.
int64_t cworker_deadline(int64_t milliseconds);

/// Writes bytes; without a deadline if it is negative.
enum cworker_transfer cworker_write(int file, const void *bytes, size_t count, int64_t deadline);

/// Reads exactly this many bytes; without a deadline if it is negative.
enum cworker_transfer cworker_read(int file, void *bytes, size_t count, int64_t deadline);

/// Limits the memory, in bytes and only on Linux, and the open files of this process, and prevents
/// it from writing files and core dumps; false if the system rejects a limit.
bool cworker_limit(size_t memory);

/// Prevents this thread, and threads that it starts, from opening sockets, starting programs and
/// accessing other processes; false where the system cannot do that.
bool cworker_deny_network(void);

/// Limits the processor time of this process from now on, after which the system kills it; false
/// if the system rejects the limit.
bool cworker_limit_time(unsigned seconds);

#endif
