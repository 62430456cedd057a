#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// The number of heap allocations of this process so far; 0 if they cannot be counted.
unsigned long long allocations_so_far(void);

/// The number of bytes of heap memory in use; 0 if they cannot be counted.
unsigned long long allocated_bytes(void);

/// Returns freed memory to the system, so that one measurement does not affect the next.
void return_free_memory(void);

#endif
