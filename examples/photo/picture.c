/* Pictures on disk, by libpng's simplified interface. */
#include "picture.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *picture_read(const char *path, int64_t *height, int64_t *width) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  uint8_t *pixels = NULL;
  if (png_image_begin_read_from_file(&image, path)) {
    image.format = PNG_FORMAT_RGB;
    pixels = malloc(PNG_IMAGE_SIZE(image));
    if (pixels != NULL && png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
      *height = image.height;
      *width = image.width;
      return pixels;
    }
  }
  fprintf(stderr, "%s: %s\n", path, image.message[0] != '\0' ? image.message : "out of memory");
  free(pixels);
  png_image_free(&image);
  return NULL;
}

int picture_write(const char *path, const uint8_t *pixels, int64_t height, int64_t width, int64_t channels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.height = (png_uint_32)height;
  image.width = (png_uint_32)width;
  image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, path, 0, pixels, 0, NULL)) return 0;
  fprintf(stderr, "%s: %s\n", path, image.message);
  return -1;
}
