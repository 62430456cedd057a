#include "CPictureProbe.h"

#include <sys/resource.h>
#include <vips/vips.h>

int probe_pixel(const void *bytes, size_t size, int x, int y, int *width, int *height,
                unsigned char rgb[3]) {
  VipsImage *image = NULL;
  if (vips_webpload_buffer((void *)bytes, size, &image, NULL)) return -1;
  *width = vips_image_get_width(image);
  *height = vips_image_get_height(image);
  double *values = NULL;
  int count = 0;
  int failed = vips_getpoint(image, &values, &count, x, y, NULL);
  if (!failed)
    for (int band = 0; band < 3; band++) rgb[band] = (unsigned char)values[band];
  g_free(values);
  g_object_unref(image);
  return failed;
}

size_t probe_peak_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return (size_t)usage.ru_maxrss;
#else
  return (size_t)usage.ru_maxrss * 1024;
#endif
}
