// Counts allocations by interposing glibc's allocator.
#include "allocations.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ullong count;

static void count_allocation(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  count_allocation();
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  count_allocation();
  return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  count_allocation();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

unsigned long long allocations_so_far(void) {
  return atomic_load_explicit(&count, memory_order_relaxed);
}

unsigned long long allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void return_free_memory(void) { malloc_trim(0); }

#else
unsigned long long allocations_so_far(void) { return 0; }
unsigned long long allocated_bytes(void) { return 0; }
void return_free_memory(void) {}
#endif
