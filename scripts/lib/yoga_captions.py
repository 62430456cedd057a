"""Captions for the videos of Mythic Yoga Flow, as WebVTT."""

PHASES = {
    "inhale": {"en": "Breathe in", "de": "Einatmen"},
    "hold": {"en": "Hold", "de": "Halten"},
    "exhale": {"en": "Breathe out", "de": "Ausatmen"},
    "rest": {"en": "Rest", "de": "Ruhen"},
}
SOUNDS = {"en": "[A bell, then a drone]", "de": "[Eine Glocke, dann ein Bordun]"}


def time_text(seconds: float) -> str:
    """`00:01.500`, in the format of WebVTT."""
    return f"{int(seconds // 60):02}:{seconds % 60:06.3f}"


def captions(video: dict, poses: list[tuple[int, dict]], language: str) -> str:
    """What is heard and what to do, in a language; `poses` has the start of each pose."""
    breath = video["breath"]
    cycle = sum(breath.values())
    starts = {start: names[language] for start, names in poses}
    cues = [
        (0.0, 2.0, SOUNDS[language]),
        (
            2.0,
            min(8.0, video["seconds"] / 3),
            f"{video['name'][language]}\n{video['text'][language]}",
        ),
    ]
    free_from = cues[-1][1]
    if cycle < 5:
        middle = f"{PHASES['inhale'][language]} · {PHASES['exhale'][language]}"
        cues.append((free_from, video["seconds"] - 2.0, middle))
    else:
        for first in range(0, video["seconds"], cycle):
            at = float(first)
            for phase, length in breath.items():
                if length and at >= free_from:
                    text = PHASES[phase][language]
                    if phase == "inhale" and first in starts:
                        text = f"{starts[first]}\n{text}"
                    cues.append((at, at + length, text))
                at += length
    blocks = [f"{time_text(start)} --> {time_text(end)}\n{text}" for start, end, text in cues]
    return "WEBVTT\n\n" + "\n\n".join(blocks) + "\n"
