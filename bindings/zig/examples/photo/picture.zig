//! Pictures on disk, by libpng's simplified interface: 8-bit PNG files, as rows of interleaved channels.
const std = @import("std");
const png = @import("png");

pub const Picture = struct {
    height: i64,
    width: i64,
    /// RGB; the caller frees it
    pixels: []u8,
};

pub fn read(allocator: std.mem.Allocator, path: [:0]const u8) !Picture {
    var image = blank();
    defer png.png_image_free(&image);
    if (png.png_image_begin_read_from_file(&image, path) == 0) return failed(path, &image);
    image.format = png.PNG_FORMAT_RGB;
    const pixels = try allocator.alloc(u8, 3 * @as(usize, image.height) * image.width);
    errdefer allocator.free(pixels);
    if (png.png_image_finish_read(&image, null, pixels.ptr, 0, null) == 0) return failed(path, &image);
    return .{ .height = image.height, .width = image.width, .pixels = pixels };
}

/// 1 (grey) or 3 (RGB) channels.
pub fn write(path: [:0]const u8, pixels: []const u8, height: i64, width: i64) !void {
    var image = blank();
    image.height = @intCast(height);
    image.width = @intCast(width);
    image.format = if (pixels.len == height * width) png.PNG_FORMAT_GRAY else png.PNG_FORMAT_RGB;
    if (png.png_image_write_to_file(&image, path, 0, pixels.ptr, 0, null) == 0) return failed(path, &image);
}

fn blank() png.png_image {
    var image = std.mem.zeroes(png.png_image);
    image.version = png.PNG_IMAGE_VERSION;
    return image;
}

fn failed(path: []const u8, image: *const png.png_image) error{Picture} {
    std.debug.print("{s}: {s}\n", .{ path, std.mem.sliceTo(&image.message, 0) });
    return error.Picture;
}
