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
  /// The other side closed the connection.
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

/// Whether an idle process has ended, or sent what nobody asked for.
bool cworker_has_closed(cworker worker);

/// The deadline that is some milliseconds from now.
int64_t cworker_deadline(int64_t milliseconds);

/// Writes bytes; a negative deadline is none.
enum cworker_transfer cworker_write(int file, const void *bytes, size_t count, int64_t deadline);

/// Reads exactly this many bytes; a negative deadline is none.
enum cworker_transfer cworker_read(int file, void *bytes, size_t count, int64_t deadline);

/// Limits the memory and the open files of this process, which can neither write files nor dump
/// its memory.
bool cworker_limit(size_t memory);

/// Denies this thread, and threads that it starts, to open sockets, start programs and look into
/// other processes; false where the system cannot do that.
bool cworker_deny_network(void);

/// Limits the processor time of this process from now on; the system kills it afterwards.
bool cworker_limit_time(unsigned seconds);

#endif
