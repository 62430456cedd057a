"""Shapes for the videos of Mythic Yoga Flow: petals, mandalas, emblems and figures, with cairo."""

import math
from dataclasses import dataclass

import cairo

from yoga_poses import Limb, Pose

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Petal:
    """A petal: where it is widest (0 to 1), how wide, how pointed, and how much it leans."""

    belly: float
    width: float
    point: float
    lean: float = 0.0


@dataclass(frozen=True)
class Style:
    """The parameters of a myth's mandala."""

    fold: int
    outer: Petal
    inner: Petal
    beads: int
    scallop: float


STYLES = {
    "agni": Style(12, Petal(0.3, 0.9, 0.95, 0.35), Petal(0.45, 0.8, 0.7, -0.2), 1, 0.0),
    "kali": Style(10, Petal(0.15, 0.6, 1.0), Petal(0.3, 0.55, 1.0, 0.3), 0, -0.05),
    "surya": Style(16, Petal(0.05, 0.75, 1.0), Petal(0.6, 0.9, 0.3), 1, 0.0),
    "chandra": Style(14, Petal(0.75, 0.85, 0.0), Petal(0.7, 0.8, 0.0), 2, 0.04),
    "vayu": Style(9, Petal(0.6, 0.9, 0.3, 0.9), Petal(0.5, 0.8, 0.5, 0.8), 0, 0.03),
    "varuna": Style(12, Petal(0.7, 1.0, 0.1, 0.45), Petal(0.6, 0.9, 0.2, -0.45), 3, 0.05),
    "hanuman": Style(8, Petal(0.55, 0.95, 0.8), Petal(0.65, 0.95, 0.55), 2, 0.03),
    "ganesha": Style(8, Petal(0.8, 0.95, 0.2), Petal(0.6, 0.9, 0.4), 3, 0.05),
    "shiva": Style(6, Petal(0.4, 0.7, 0.9), Petal(0.5, 0.8, 1.0), 1, -0.04),
    "vishnu": Style(16, Petal(0.55, 0.85, 0.6), Petal(0.4, 0.7, 0.8), 1, 0.02),
    "lakshmi": Style(16, Petal(0.62, 1.15, 0.6), Petal(0.6, 1.2, 0.6), 0, 0.0),
    "saraswati": Style(12, Petal(0.8, 0.5, 0.5), Petal(0.75, 0.6, 0.6), 2, 0.03),
    "durga": Style(10, Petal(0.25, 0.85, 1.0), Petal(0.6, 0.7, 0.9), 1, -0.03),
    "garuda": Style(14, Petal(0.65, 0.8, 0.5, 0.25), Petal(0.55, 0.7, 0.6, 0.25), 0, 0.02),
}

# In a square from -1 to 1, y points down: SVG's M, L, C and Z.
EMBLEMS = {
    "agni": "M 0 -1 C .1 -.5 .65 -.25 .6 .3 C .57 .75 .25 1 0 1 C -.25 1 -.57 .75 -.6 .3"
    " C -.58 0 -.3 -.1 -.28 -.4 C -.1 -.35 0 -.7 0 -1 Z",
    "kali": "M -1 0 C -.5 -.7 .5 -.7 1 0 C .5 .7 -.5 .7 -1 0 Z M 0 -.38 C .5 -.38 .5 .38 0 .38"
    " C -.5 .38 -.5 -.38 0 -.38 Z",
    "surya": "M .62 0 C .62 .34 .34 .62 0 .62 C -.34 .62 -.62 .34 -.62 0"
    " C -.62 -.34 -.34 -.62 0 -.62 C .34 -.62 .62 -.34 .62 0 Z M 0 -1 L .1 -.74 L -.1 -.74 Z"
    " M 0 1 L .1 .74 L -.1 .74 Z M 1 0 L .74 .1 L .74 -.1 Z M -1 0 L -.74 .1 L -.74 -.1 Z"
    " M .71 -.71 L .6 -.45 L .45 -.6 Z M -.71 -.71 L -.6 -.45 L -.45 -.6 Z"
    " M .71 .71 L .6 .45 L .45 .6 Z M -.71 .71 L -.6 .45 L -.45 .6 Z",
    "chandra": "M .35 -.9 C -.5 -.95 -.95 -.4 -.9 .1 C -.85 .75 -.2 1.05 .35 .9"
    " C -.25 .6 -.4 .25 -.38 -.05 C -.35 -.45 -.1 -.75 .35 -.9 Z",
    "vayu": "M -1 -.2 C -.3 -.9 .2 .2 .6 -.3 C .8 -.6 .45 -.85 .3 -.6 C .6 -.65 .5 -.35 .3 -.28"
    " C 0 -.2 -.3 -.7 -1 -.2 Z M -.8 .4 C -.1 -.2 .4 .8 .85 .3 C 1.05 0 .7 -.25 .55 0"
    " C .85 -.05 .75 .25 .55 .32 C .2 .4 -.1 -.1 -.8 .4 Z",
    "varuna": "M -1 0 C -.6 -.6 -.3 -.6 0 0 C .3 .6 .6 .6 1 0 C .7 1 .3 1 0 .4"
    " C -.3 -.2 -.7 -.2 -1 0 Z M -.8 -.45 C -.5 -.95 -.2 -.95 0 -.5 C .2 -.1 .5 -.1 .8 -.45"
    " C .55 .2 .2 .1 0 -.25 C -.25 -.65 -.5 -.7 -.8 -.45 Z",
    "hanuman": "M 0 .9 C -.9 .3 -1.05 -.1 -.95 -.4 C -.8 -.9 -.2 -.9 0 -.4"
    " C .2 -.9 .8 -.9 .95 -.4 C 1.05 -.1 .9 .3 0 .9 Z",
    "ganesha": "M 0 -1 C .1 -.6 .9 -.2 .8 .4 C .75 .8 .4 .95 0 .95 C -.4 .95 -.75 .8 -.8 .4"
    " C -.9 -.2 -.1 -.6 0 -1 Z M 0 -.5 C .05 -.2 .3 .1 .28 .6 L .16 .6 C .2 .2 .05 0 0 -.2"
    " C -.05 0 -.2 .2 -.16 .6 L -.28 .6 C -.3 .1 -.05 -.2 0 -.5 Z",
    "shiva": "M -.07 1 L -.07 -.1 C -.5 -.1 -.75 -.35 -.7 -.8 L -.85 -.7 L -.66 -1 L -.45 -.7"
    " L -.58 -.78 C -.6 -.4 -.35 -.3 -.07 -.3 L -.07 -.75 L -.2 -.7 L 0 -1 L .2 -.7 L .07 -.75"
    " L .07 -.3 C .35 -.3 .6 -.4 .58 -.78 L .45 -.7 L .66 -1 L .85 -.7 L .7 -.8"
    " C .75 -.35 .5 -.1 .07 -.1 L .07 1 Z",
    "vishnu": "M 1 0 C 1 .56 .56 1 0 1 C -.56 1 -1 .56 -1 0 C -1 -.56 -.56 -1 0 -1"
    " C .56 -1 1 -.56 1 0 Z M .8 0 C .8 -.44 .44 -.8 0 -.8 C -.44 -.8 -.8 -.44 -.8 0"
    " C -.8 .44 -.44 .8 0 .8 C .44 .8 .8 .44 .8 0 Z M 0 -.74 L .15 0 L 0 .74 L -.15 0 Z"
    " M -.74 0 L 0 -.15 L .74 0 L 0 .15 Z M .52 -.52 L .1 .1 L -.52 .52 L -.1 -.1 Z"
    " M -.52 -.52 L .1 -.1 L .52 .52 L -.1 .1 Z",
    "lakshmi": "M 0 -.8 C .35 -.4 .35 .2 0 .6 C -.35 .2 -.35 -.4 0 -.8 Z"
    " M .12 .6 C .55 .3 .65 -.15 .55 -.55 C .3 -.4 .4 .2 .12 .6 Z"
    " M -.12 .6 C -.55 .3 -.65 -.15 -.55 -.55 C -.3 -.4 -.4 .2 -.12 .6 Z"
    " M .25 .65 C .7 .6 .95 .25 1 -.15 C .7 -.05 .7 .35 .25 .65 Z"
    " M -.25 .65 C -.7 .6 -.95 .25 -1 -.15 C -.7 -.05 -.7 .35 -.25 .65 Z",
    "saraswati": "M -.2 1 C -.35 .3 -.5 -.5 .45 -1 C .75 -.3 .45 .2 0 .35 C .3 .1 .4 -.2 .42 -.55"
    " C .1 -.2 -.1 .3 -.1 1 Z",
    "durga": "M 0 -1 L .22 -.32 L .95 -.32 L .36 .1 L .6 .8 L 0 .38 L -.6 .8 L -.36 .1"
    " L -.95 -.32 L -.22 -.32 Z",
    "garuda": "M 0 .5 C -.1 0 -.5 -.5 -1 -.6 C -.95 -.2 -.8 -.1 -.65 0 C -.75 0 -.8 0 -.85 .05"
    " C -.7 .25 -.55 .3 -.42 .32 L -.5 .42 C -.3 .55 -.1 .55 0 .9 C .1 .55 .3 .55 .5 .42 L .42 .32"
    " C .55 .3 .7 .25 .85 .05 C .8 0 .75 0 .65 0 C .8 -.1 .95 -.2 1 -.6 C .5 -.5 .1 0 0 .5 Z",
}


def add_path(context: cairo.Context, path: str) -> None:
    """Adds a path in SVG syntax to the context."""
    words = iter(path.split())
    for word in words:
        if word == "M":
            context.move_to(float(next(words)), float(next(words)))
        elif word == "L":
            context.line_to(float(next(words)), float(next(words)))
        elif word == "C":
            context.curve_to(*(float(next(words)) for _ in range(6)))
        else:
            context.close_path()


def add_petal_path(
    context: cairo.Context, petal: Petal, start: float, end: float, wide: float
) -> None:
    """Adds a petal along the x axis, between two radii; `wide` is the width available to it."""
    length = end - start
    half = wide * petal.width / 2
    belly = start + length * petal.belly
    rest, lean = end - belly, petal.lean * half
    round_tip = (1 - petal.point) * half * 0.8
    tip = end - rest * (0.06 + 0.34 * petal.point)
    context.move_to(start, 0)
    context.curve_to(
        start + length * 0.05, half * 0.55, belly - (belly - start) * 0.5, half, belly, half
    )
    context.curve_to(belly + rest * 0.5, half, tip, round_tip + lean, end, lean)
    context.curve_to(tip, lean - round_tip, belly + rest * 0.5, -half, belly, -half)
    context.curve_to(
        belly - (belly - start) * 0.5, -half, start + length * 0.05, -half * 0.55, start, 0
    )


def draw_petals(
    context: cairo.Context,
    petal: Petal,
    count: int,
    start: float,
    end: float,
    fill: Color,
    line: Color,
    strength: float,
) -> None:
    """Draws a ring of petals with a vein each."""
    wide = 2 * math.pi * (start + (end - start) * 0.6) / count
    for index in range(count):
        context.save()
        context.rotate(index * 2 * math.pi / count)
        add_petal_path(context, petal, start, end, wide)
        context.set_source_rgba(*fill, 0.34 * strength)
        context.fill_preserve()
        context.set_source_rgba(*line, 0.85 * strength)
        context.set_line_width(1.6)
        context.stroke()
        add_petal_path(
            context, petal, start + (end - start) * 0.12, start + (end - start) * 0.8, wide * 0.5
        )
        context.set_source_rgba(*line, 0.16 * strength)
        context.fill_preserve()
        context.set_source_rgba(*line, 0.4 * strength)
        context.set_line_width(0.8)
        context.stroke()
        context.restore()


def draw_beads(
    context: cairo.Context, count: int, radius: float, size: float, color: Color
) -> None:
    """Draws a ring of dots."""
    context.set_source_rgba(*color, 0.8)
    for index in range(count):
        angle = (index + 0.5) * 2 * math.pi / count
        context.arc(radius * math.cos(angle), radius * math.sin(angle), size, 0, 2 * math.pi)
        context.fill()


def draw_ring(
    context: cairo.Context, radius: float, fold: int, scallop: float, color: Color, alpha: float
) -> None:
    """Draws a circle, or with `scallop` a wavy one with `fold` waves."""
    steps = max(240, fold * 16)
    for step in range(steps + 1):
        angle = step * 2 * math.pi / steps
        r = radius * (1 + scallop * math.cos(fold * angle))
        context.line_to(r * math.cos(angle), r * math.sin(angle))
    context.close_path()
    context.set_source_rgba(*color, alpha)
    context.set_line_width(1.4)
    context.stroke()


def draw_limb(context: cairo.Context, limb: Limb, thick: float, thin: float) -> None:
    """Draws a limb that gets thinner toward its end."""
    parts = len(limb) - 1
    for index in range(parts):
        (x0, y0), (x1, y1) = limb[index], limb[index + 1]
        w0 = thick + (thin - thick) * index / parts
        w1 = thick + (thin - thick) * (index + 1) / parts
        angle = math.atan2(y1 - y0, x1 - x0) + math.pi / 2
        dx, dy = math.cos(angle), math.sin(angle)
        context.move_to(x0 + dx * w0, y0 + dy * w0)
        context.line_to(x1 + dx * w1, y1 + dy * w1)
        context.line_to(x1 - dx * w1, y1 - dy * w1)
        context.line_to(x0 - dx * w0, y0 - dy * w0)
        context.close_path()
        context.fill()
        for x, y, w in ((x0, y0, w0), (x1, y1, w1)):
            context.arc(x, y, w, 0, 2 * math.pi)
            context.fill()


def draw_figure(context: cairo.Context, pose: Pose, front: Color, shade: Color) -> None:
    """Draws a body of height 1 that stands on the origin, y pointing up."""
    context.set_source_rgb(*shade)
    for limb in pose.back_legs:
        draw_limb(context, limb, 0.05, 0.026)
    for limb in pose.back_arms:
        draw_limb(context, limb, 0.034, 0.02)
    context.set_source_rgb(*front)
    for limb in pose.legs:
        draw_limb(context, limb, 0.054, 0.026)
    hip, neck = pose.trunk[0], pose.trunk[-1]
    draw_limb(context, pose.trunk, 0.07, 0.06)
    context.arc(*hip, 0.078, 0, 2 * math.pi)
    context.fill()
    draw_limb(context, [neck, pose.head], 0.04, 0.03)
    # The shoulders of a body facing the viewer, so that the arms are attached.
    for limb in pose.arms:
        if math.dist(limb[0], neck) > 0.06:
            draw_limb(context, [neck, limb[0]], 0.05, 0.036)
        draw_limb(context, limb, 0.036, 0.02)
    context.arc(*pose.head, 0.066, 0, 2 * math.pi)
    context.fill()
    angle = math.atan2(pose.head[1] - neck[1], pose.head[0] - neck[0])
    bun = pose.head[0] + 0.07 * math.cos(angle), pose.head[1] + 0.07 * math.sin(angle)
    context.arc(*bun, 0.026, 0, 2 * math.pi)
    context.fill()
