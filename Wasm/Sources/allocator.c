// Memory for Swift's objects, in a fifth of the code that the C library has for it.
//
// Memory is a row of blocks, and what has never been used lies behind them. Free blocks next to each
// other become one. They wait in lists by size, each power of two in four steps, so that any block
// of a list is large enough for a request of that list: both calls take constant time.
#include <stddef.h>
#include <stdint.h>

// A block stands 8 bytes before a multiple of 16: what follows its header is aligned for all types.
enum { unit = 16, header = 8, page = 65536, mostPages = 65535, badAlignment = 22, noMemory = 12 };
enum { lists = 4 * 29 };

typedef struct Block {
  uint32_t size;             // of the block, in bytes; odd while it is free
  uint32_t sizeBefore;       // of the block before it, never odd; 0 for the first
  struct Block *next, *last; // of its list, while it is free
} Block;

// The end of data and stack, which the linker knows.
extern unsigned char __heap_base;

static Block *waiting[lists];
static uintptr_t unused, end;
static uint32_t sizeBeforeUnused;

static Block *at(Block *block, uint32_t offset) { return (Block *)((uintptr_t)block + offset); }

// The units in a step of a list, as a shift: a block of that size or more is a multiple of them.
static uint32_t stepShift(uint32_t units) { return units < 8 ? 0 : 29 - __builtin_clz(units); }

static Block **listOf(uint32_t size) {
  uint32_t shift = stepShift(size / unit);
  return &waiting[shift * 4 + (size / unit >> shift)];
}

static void leaveList(Block *block) {
  block->size -= 1;
  *(block->last ? &block->last->next : listOf(block->size)) = block->next;
  if (block->next) block->next->last = block->last;
}

static void enterList(Block *block) {
  at(block, block->size)->sizeBefore = block->size;
  Block **list = listOf(block->size);
  block->next = *list;
  block->last = NULL;
  if (block->next) block->next->last = block;
  *list = block;
  block->size += 1;
}

// A block of what was never used, or null if there is no memory any more.
static Block *carve(uint32_t size) {
  if (end == 0) {
    unused = ((uintptr_t)&__heap_base + unit - 1) / unit * unit + unit - header;
    end = __builtin_wasm_memory_size(0) * page;
  }
  if (unused > end || end - unused < size) {
    uint32_t pages = (unused + size - end + page - 1) / page;
    // NB: the last page is never used, as an address behind it would be zero.
    if (pages > mostPages - end / page) return NULL;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    end += pages * page;
  }
  Block *block = (Block *)unused;
  block->size = size;
  block->sizeBefore = sizeBeforeUnused;
  sizeBeforeUnused = size;
  unused += size;
  return block;
}

void *malloc(size_t wanted) {
  if (wanted > UINT32_MAX / 4) return NULL;
  uint32_t units = (wanted + header + unit - 1) / unit;
  uint32_t shift = stepShift(units);
  uint32_t size = ((units + (1u << shift) - 1) >> shift << shift) * unit;
  for (Block **list = listOf(size); list < waiting + lists; list++) {
    Block *block = *list;
    if (!block) continue;
    leaveList(block);
    uint32_t rest = block->size - size;
    if (rest > 0) {
      block->size = size;
      Block *other = at(block, size);
      other->size = rest;
      other->sizeBefore = size;
      enterList(other);
    }
    return at(block, header);
  }
  Block *block = carve(size);
  return block ? at(block, header) : NULL;
}

void free(void *pointer) {
  if (!pointer) return;
  Block *block = at(pointer, -header);
  Block *next = at(block, block->size);
  if ((uintptr_t)next < unused && next->size % 2 == 1) {
    leaveList(next);
    block->size += next->size;
  }
  Block *before = at(block, -block->sizeBefore);
  if (block->sizeBefore > 0 && before->size % 2 == 1) {
    leaveList(before);
    before->size += block->size;
    block = before;
  }
  if ((uintptr_t)at(block, block->size) == unused) {
    unused = (uintptr_t)block;
    sizeBeforeUnused = block->sizeBefore;
  } else {
    enterList(block);
  }
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment > unit) return badAlignment;
  *pointer = malloc(size);
  return *pointer ? 0 : noMemory;
}
