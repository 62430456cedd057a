#define _GNU_SOURCE
#include "cworker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static void close_pair(int pair[2]) {
  close(pair[0]);
  close(pair[1]);
}

static bool connect_pair(int pair[2]) {
#ifdef SOCK_CLOEXEC
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
  int on = 1;
  for (int side = 0; side < 2; side++) {
    fcntl(pair[side], F_SETFD, FD_CLOEXEC);
    setsockopt(pair[side], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  }
  return true;
#endif
}

// The environment of the service may contain passwords, which a parser must not get.
static char *const *minimal_environment(char *storage[2]) {
  extern char **environ;
  storage[0] = storage[1] = NULL;
  for (char **entry = environ; *entry; entry++)
    if (strncmp(*entry, "LD_LIBRARY_PATH=", 16) == 0) storage[0] = *entry;
  return storage;
}

static bool prepare_spawn(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int file) {
  sigset_t no_signals, all_signals;
  sigemptyset(&no_signals);
  sigfillset(&all_signals);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  bool is_ready = posix_spawn_file_actions_adddup2(actions, file, 0) == 0
      && posix_spawn_file_actions_adddup2(actions, file, 1) == 0
      && posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0) == 0
      && posix_spawnattr_setsigmask(attributes, &no_signals) == 0
      && posix_spawnattr_setsigdefault(attributes, &all_signals) == 0
      && posix_spawnattr_setpgroup(attributes, 0) == 0
      && posix_spawnattr_setflags(attributes, flags) == 0;
#ifdef __linux__
  is_ready = is_ready && posix_spawn_file_actions_addclosefrom_np(actions, 3) == 0;
#endif
  return is_ready;
}

bool cworker_start(const char *path, char *const *arguments, cworker *worker) {
  int pair[2];
  if (!connect_pair(pair)) return false;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) {
    close_pair(pair);
    return false;
  }
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    close_pair(pair);
    return false;
  }
  char *storage[2];
  bool is_started = prepare_spawn(&actions, &attributes, pair[1])
      && posix_spawn(
             &worker->process, path, &actions, &attributes, arguments, minimal_environment(storage))
          == 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(pair[1]);
  if (!is_started) {
    close(pair[0]);
    return false;
  }
  fcntl(pair[0], F_SETFL, O_NONBLOCK);
  worker->socket = pair[0];
  return true;
}

int cworker_end(cworker worker) {
  int status = 0;
  // The PID cannot have been reused, because the process has not been reaped yet.
  kill(worker.process, SIGKILL);
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {}
  close(worker.socket);
  return status;
}

bool cworker_exceeded_time(int status) {
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
}

bool cworker_has_closed(cworker worker) {
  struct pollfd entry = {.fd = worker.socket, .events = POLLIN};
  // An idle worker sends nothing: any event means that it has ended, or cannot be trusted.
  return poll(&entry, 1, 0) != 0;
}

static int64_t now_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t cworker_deadline(int64_t milliseconds) { return now_milliseconds() + milliseconds; }

// Waits until the socket is ready for a transfer; false at the deadline.
static bool wait_until_ready(int file, short events, int64_t deadline) {
  struct pollfd entry = {.fd = file, .events = events};
  while (true) {
    int64_t remaining = -1;
    if (deadline >= 0) {
      remaining = deadline - now_milliseconds();
      if (remaining <= 0) return false;
    }
    int count = poll(&entry, 1, remaining > 60000 ? 60000 : (int)remaining);
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return true;  // the transfer then reports the error
  }
}

static bool should_retry(void) {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

enum cworker_transfer cworker_write(int file, const void *bytes, size_t count, int64_t deadline) {
  const char *next = bytes;
#ifdef MSG_NOSIGNAL
  int flags = MSG_NOSIGNAL;
#else
  int flags = 0;
#endif
  while (count > 0) {
    if (!wait_until_ready(file, POLLOUT, deadline)) return CWORKER_TIMED_OUT;
    ssize_t written = send(file, next, count, flags);
    if (written > 0) {
      next += written;
      count -= (size_t)written;
    } else if (written == 0 || !should_retry()) {
      return CWORKER_CLOSED;
    }
  }
  return CWORKER_DONE;
}

enum cworker_transfer cworker_read(int file, void *bytes, size_t count, int64_t deadline) {
  char *next = bytes;
  while (count > 0) {
    if (!wait_until_ready(file, POLLIN, deadline)) return CWORKER_TIMED_OUT;
    ssize_t received = recv(file, next, count, 0);
    if (received > 0) {
      next += received;
      count -= (size_t)received;
    } else if (received == 0 || !should_retry()) {
      return CWORKER_CLOSED;
    }
  }
  return CWORKER_DONE;
}

static bool set_limit(int resource, rlim_t maximum) {
  struct rlimit value = {.rlim_cur = maximum, .rlim_max = maximum};
  return setrlimit(resource, &value) == 0;
}

bool cworker_limit(size_t memory) {
#ifdef __linux__
  // If memory is short, the system ends this process rather than the service.
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0) {
    (void)!write(score, "1000", 4);
    close(score);
  }
  if (!set_limit(RLIMIT_AS, memory)) return false;
#else
  (void)memory;  // Darwin does not enforce it
#endif
  // NB: the conversion of charsets opens a file for each of them.
  return set_limit(RLIMIT_NOFILE, 16) && set_limit(RLIMIT_CORE, 0) && set_limit(RLIMIT_FSIZE, 0);
}

#if defined(__linux__) && defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

bool cworker_deny_network(void) {
#ifdef OWN_ARCHITECTURE
#define DENY(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      // The system calls of other architectures have other numbers.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
      // Those of the x32 ABI, which has 32-bit pointers, have this bit.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
#endif
      DENY(socket), DENY(socketpair), DENY(connect), DENY(bind), DENY(execve), DENY(execveat),
      DENY(ptrace), DENY(process_vm_readv), DENY(process_vm_writev), DENY(io_uring_setup),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
#undef DENY
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
      && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return false;
#endif
}

bool cworker_limit_time(unsigned seconds) {
  struct rusage usage;
  struct rlimit value;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &value) != 0) return false;
  rlim_t used_seconds = (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  value.rlim_cur = used_seconds + seconds + 1;
  return setrlimit(RLIMIT_CPU, &value) == 0;
}
