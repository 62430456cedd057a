#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// The number of heap allocations this process has made so far; 0 where they cannot be counted.
unsigned long long allocations_so_far(void);

/// Whether this system's allocations are counted.
int allocations_are_counted(void);

/// The bytes of heap memory in use; 0 where they cannot be counted.
unsigned long long allocated_bytes(void);

/// Gives freed memory back to the system, so that one measurement does not help the next.
void return_free_memory(void);

#endif
