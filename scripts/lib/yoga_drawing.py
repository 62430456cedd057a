"""Frames for the videos of Mythic Yoga Flow, drawn with cairo; text is set with Pillow."""

import math
from collections.abc import Callable, Iterator

import cairo
from PIL import Image, ImageDraw, ImageFont, features

from yoga_poses import pose_for
from yoga_shapes import (
    EMBLEMS,
    STYLES,
    Color,
    add_path,
    draw_beads,
    draw_figure,
    draw_petals,
    draw_ring,
)

WIDTH, HEIGHT, RATE = 1280, 720, 12
CENTER = (640, 318)
RADIUS = 282
HALO = 400
KINDS = ["mantra", "mudra", "pranayama", "asana", "vinyasa", "dhyana"]
FONTS = "/usr/share/fonts/truetype/noto/"
TAU = 2 * math.pi


def rgb(color: str) -> Color:
    """`#rrggbb` as cairo takes it."""
    return tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))


def mix(start: Color, end: Color, fraction: float) -> Color:
    """A color between two."""
    return tuple(a + (b - a) * fraction for a, b in zip(start, end, strict=True))


def text_mask(text: str, font: str, size: int, spacing: int = 0) -> cairo.ImageSurface:
    """Text as a mask. Devanagari needs shaping, which Pillow leaves to libraqm."""
    if not features.check("raqm"):
        raise SystemExit("error: this Pillow cannot shape Devanagari (libraqm0); see scripts/setup")
    face = ImageFont.truetype(FONTS + font, size, layout_engine=ImageFont.Layout.RAQM)
    parts = list(text) if spacing else [text]
    widths = [face.getlength(part) + spacing for part in parts]
    image = Image.new("L", (int(sum(widths)) + size, size * 2), 0)
    draw, x = ImageDraw.Draw(image), size / 2
    for part, width in zip(parts, widths, strict=True):
        draw.text((x, size * 1.4), part, fill=255, font=face, anchor="ls")
        x += width
    surface = cairo.ImageSurface(cairo.FORMAT_A8, *image.size)
    stride, data, pixels = surface.get_stride(), surface.get_data(), image.tobytes()
    for row in range(image.height):
        start = row * image.width
        data[row * stride : row * stride + image.width] = pixels[start : start + image.width]
    surface.mark_dirty()
    return surface


def put_text(
    context: cairo.Context,
    mask: cairo.ImageSurface,
    x: float,
    baseline: float,
    size: int,
    color: Color,
    alpha: float = 1,
    anchor: float = 0.5,
) -> None:
    """Draws a mask of text; `anchor` 0 starts at x, 0.5 is centered on it, 1 ends there."""
    inner = mask.get_width() - size
    context.set_source_rgba(*color, alpha)
    context.mask_surface(mask, round(x - size / 2 - inner * anchor), round(baseline - size * 1.4))


def breath_curve(breath: dict, seconds: float) -> float:
    """The fill level of the lungs, 0 to 1, at a time of a breath."""
    at = seconds % sum(breath.values())
    for length, start, end in (
        (breath["inhale"], 0, 1),
        (breath["hold"], 1, 1),
        (breath["exhale"], 1, 0),
        (breath["rest"], 0, 0),
    ):
        if at < length:
            fraction = at / length
            return start + (end - start) * fraction * fraction * (3 - 2 * fraction)
        at -= length
    return 0


class Painter:
    """Draws one video: the static parts once, and each frame on top of them."""

    def __init__(self, myth: dict, video: dict) -> None:
        art = {name: rgb(color) for name, color in myth["colors"]["art"].items()}
        self.deep, self.middle, self.bright, self.glow = (
            art[name] for name in ("deep", "middle", "bright", "glow")
        )
        self.myth, self.video, self.style = myth, video, STYLES[myth["id"]]
        self.variant = KINDS.index(video["kind"])
        self.ground = self._ground()
        self.outer = self._layer(self._draw_outer, RADIUS)
        self.inner = self._layer(self._draw_inner, RADIUS * 0.64)
        self.halo = self._halo()

    def _ground(self) -> cairo.ImageSurface:
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
        context = cairo.Context(surface)
        light = cairo.RadialGradient(*CENTER, 40, *CENTER, 760)
        light.add_color_stop_rgb(0, *mix(self.deep, self.middle, 0.85))
        light.add_color_stop_rgb(0.45, *mix(self.deep, self.middle, 0.35))
        light.add_color_stop_rgb(1, *mix(self.deep, (0, 0, 0), 0.35))
        context.set_source(light)
        context.paint()
        context.save()
        context.translate(*CENTER)
        for step in range(1, 5):
            draw_ring(
                context,
                RADIUS + 60 * step,
                self.style.fold,
                self.style.scallop,
                self.bright,
                0.16 - 0.03 * step,
            )
        context.restore()
        name = self.myth["name"].upper()
        put_text(
            context,
            text_mask(name, "NotoSerifDisplay-Regular.ttf", 40, 9),
            56,
            88,
            40,
            self.glow,
            anchor=0,
        )
        put_text(
            context,
            text_mask(self.myth["sanskrit"]["devanagari"], "NotoSerifDevanagari-Regular.ttf", 26),
            58,
            130,
            26,
            mix(self.bright, self.glow, 0.5),
            anchor=0,
        )
        return surface

    def _layer(self, draw: Callable[[cairo.Context], None], radius: float) -> cairo.ImageSurface:
        half = math.ceil(radius) + 4
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, half * 2, half * 2)
        context = cairo.Context(surface)
        context.translate(half, half)
        draw(context)
        return surface

    def _draw_outer(self, context: cairo.Context) -> None:
        style, count = self.style, self.style.fold
        start = RADIUS * (0.56, 0.62, 0.5, 0.6, 0.64, 0.54)[self.variant]
        if self.variant % 2 == 0:
            context.save()
            context.rotate(math.pi / count)
            draw_petals(
                context, style.outer, count, start, RADIUS * 0.9, self.middle, self.bright, 0.55)
            context.restore()
        draw_petals(
            context, style.outer, count, start, RADIUS * 0.98, self.middle, self.bright, 0.9)
        if style.beads:
            draw_beads(
                context,
                count * (1 + self.variant % 2),
                RADIUS * 0.93,
                2 + style.beads * 0.7,
                self.glow,
            )
        draw_ring(context, start * 0.985, count, style.scallop, self.bright, 0.7)

    def _draw_inner(self, context: cairo.Context) -> None:
        style, count = self.style, self.style.fold
        end = RADIUS * (0.54, 0.6, 0.48, 0.58, 0.62, 0.52)[self.variant]
        doubled = count * 2 if count <= 10 and self.variant in (0, 3) else count
        draw_petals(
            context, style.inner, doubled, end * 0.62, end * 0.97, self.middle, self.bright, 0.6)
        draw_ring(context, end * 0.6, count, style.scallop, self.glow, 0.5)
        if self.variant in (1, 2, 5):
            draw_beads(context, count, end * 0.56, 2.2, self.glow)

    def _halo(self) -> cairo.ImageSurface:
        size = HALO
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, size, size)
        context = cairo.Context(surface)
        light = cairo.RadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
        light.add_color_stop_rgba(0, *self.glow, 0.42)
        light.add_color_stop_rgba(0.4, *self.bright, 0.24)
        light.add_color_stop_rgba(1, *self.bright, 0)
        context.set_source(light)
        context.paint()
        return surface

    def _draw_caption(self, context: cairo.Context, names: dict) -> None:
        """Draws the name of the practice below the mandala."""
        put_text(
            context,
            text_mask(names["iast"], "NotoSerifDisplay-Regular.ttf", 38),
            WIDTH / 2,
            658,
            38,
            self.glow,
        )
        put_text(
            context,
            text_mask(names["devanagari"], "NotoSerifDevanagari-Regular.ttf", 24),
            WIDTH / 2,
            700,
            24,
            mix(self.bright, self.glow, 0.5),
        )

    def subject(self, entry: str | None) -> cairo.ImageSurface:
        """The center: a figure, a syllable or the myth's emblem."""
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 440, 440)
        context = cairo.Context(surface)
        context.translate(220, 220)
        pose = pose_for(entry) if entry else None
        if self.video["kind"] == "mantra":
            mask = text_mask("ॐ", "NotoSerifDevanagari-Regular.ttf", 150)
            put_text(context, mask, 0, 48, 150, self.glow)
        elif pose and self.video["kind"] != "dhyana":
            shade = mix(self.glow, self.middle, 0.45)
            points = [
                point
                for limb in [
                    pose.trunk,
                    [pose.head],
                    *pose.arms,
                    *pose.legs,
                    *pose.back_arms,
                    *pose.back_legs,
                ]
                for point in limb
            ]
            top, low = max(y for _, y in points) + 0.09, 0.0
            left, right = min(x for x, _ in points), max(x for x, _ in points)
            scale = min(330, 400 / (right - left + 0.1), 350 / top)
            context.scale(scale, -scale)
            context.translate(-(left + right) / 2, -(top + low) / 2)
            draw_figure(context, pose, self.glow, shade)
        elif self.video["kind"] == "dhyana":
            context.scale(84, 84)
            context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
            add_path(context, EMBLEMS[self.myth["id"]])
            context.set_source_rgb(*self.glow)
            context.fill()
        return surface

    def _draw_rotated(
        self, context: cairo.Context, layer: cairo.ImageSurface, angle: float, scale: float
    ) -> None:
        context.save()
        context.translate(*CENTER)
        context.rotate(angle)
        context.scale(scale, scale)
        context.set_source_surface(layer, -layer.get_width() / 2, -layer.get_height() / 2)
        # NB: cairo's default filter takes twice as long for the same picture.
        context.get_source().set_filter(cairo.FILTER_BILINEAR)
        context.paint()
        context.restore()

    def _draw_breath(self, context: cairo.Context, full: float, part: float) -> None:
        """Draws the circle that grows and shrinks, and the arc of the breath's time."""
        context.save()
        context.translate(*CENTER)
        if self.video["kind"] == "pranayama":
            for _ in range(self.style.fold):
                context.rotate(TAU / self.style.fold)
                context.arc(30 + 52 * full, 0, 18 + 26 * full, 0, TAU)
                context.set_source_rgba(*self.glow, 0.13)
                context.fill_preserve()
                context.set_source_rgba(*self.glow, 0.5)
                context.set_line_width(1.3)
                context.stroke()
        context.arc(0, 0, RADIUS + 8, 0, TAU)
        context.set_source_rgba(*self.bright, 0.25)
        context.set_line_width(2)
        context.stroke()
        context.arc(0, 0, RADIUS + 8, -TAU / 4, part * TAU - TAU / 4)
        context.set_source_rgba(*self.glow, 0.9)
        context.set_line_width(3)
        context.stroke()
        context.restore()

    def frames(
        self, seconds: int, entry: str | None, names: dict, fade: bool, only: int | None = None
    ) -> Iterator[memoryview]:
        """The frames of a piece that can be looped: the last leads to the first. Or only one."""
        ground = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
        context = cairo.Context(ground)
        context.set_source_surface(self.ground)
        context.paint()
        self._draw_caption(context, names)
        subject = self.subject(entry)
        breath = self.video["breath"]
        cycle = sum(breath.values())
        frame = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
        context = cairo.Context(frame)
        for index in range(seconds * RATE) if only is None else [only]:
            at = index / RATE
            full = breath_curve(breath, at)
            turn = TAU / self.style.fold * at / seconds
            context.set_source_surface(ground)
            context.paint()
            self._draw_rotated(context, self.outer, turn, 0.95 + 0.05 * full)
            self._draw_rotated(context, self.inner, -turn, 0.93 + 0.07 * full)
            context.set_source_surface(self.halo, CENTER[0] - HALO / 2, CENTER[1] - HALO / 2)
            context.paint_with_alpha(0.35 + 0.65 * full)
            self._draw_breath(context, full, at % cycle / cycle)
            alpha = min(1, 2.5 * at, 2.5 * (seconds - at)) if fade else 1
            context.set_source_surface(subject, CENTER[0] - 220, CENTER[1] - 220)
            context.paint_with_alpha(alpha)
            frame.flush()
            yield frame.get_data()
