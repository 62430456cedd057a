"""Sounds for the videos of Mythic Yoga Flow, made with sox: a drone, bells and breath."""

import subprocess
from pathlib import Path

# A tanpura plays the fifth, the upper root twice and the lower root. One root for each myth.
ROOTS = [110.0, 98.0, 130.8, 116.5, 138.6, 103.8, 123.5, 92.5, 87.3, 146.8, 155.6, 164.8, 97.0,
         143.0]
RATE = ["-r", "44100", "-c", "1", "-b", "16"]


def run(*words: str | Path) -> None:
    """Runs a tool quietly; its output is the error message if it fails."""
    command = [str(word) for word in words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr.strip() or "without a message").splitlines()
        raise RuntimeError(f"{words[0]} failed: " + " / ".join(lines[-3:]))


def make_instruments(folder: Path, myth: int) -> None:
    """Writes the drone of the myth with this index, 48 seconds long, and its bell."""
    root = ROOTS[myth % len(ROOTS)]
    strings = []
    for index, note in enumerate((root * 1.5, root * 2, root * 2.005, root)):
        path = folder / f"string-{index}.wav"
        run("sox", "-n", *RATE, path, "synth", "3.2", "pluck", f"{note:.2f}", "fade", "0.01", "3.2",
            "2.2", "gain", "-6")
        strings.append(path)
    voices = []
    for index, path in enumerate(strings):
        voices += [f"|sox {path} -p pad {index * 1.5:.2f} {6 - index * 1.5:.2f}"]
    # NB: a round is cut after six seconds, while the last string still sounds.
    run("sox", "-m", *voices, *RATE, folder / "round.wav", "trim", "0", "6")
    run("sox", "-n", *RATE, folder / "pad.wav", "synth", "48", "sine", f"{root:.2f}", "synth",
        "48", "sine", "mix", f"{root * 1.5:.2f}", "tremolo", "0.1", "40", "gain", "-20")
    run("sox", "-m", f"|sox {folder / 'round.wav'} -p repeat 7", folder / "pad.wav", *RATE,
        folder / "drone.wav", "lowpass", "2600", "reverb", "55", "gain", "-n", "-9")
    partials = []
    for ratio, level, seconds in ((1, 0, 6), (2.76, -7, 4), (5.4, -13, 2.5), (0.5, -12, 6)):
        partials += [f"|sox -n -r 44100 -c 1 -p synth {seconds} sine {root * 4 * ratio:.2f} "
                     f"fade l 0.003 {seconds} {seconds - 0.05} gain {level - 6}"]
    run("sox", "-m", *partials, *RATE, folder / "bell.wav", "gain", "-n", "-8")


def make_tracks(folder: Path, instruments: Path, video: dict) -> tuple[Path, Path]:
    """The sound of a video with bells, and without."""
    seconds, breath = video["seconds"], video["breath"]
    cycle = sum(breath.values())
    quiet, bells, drone = folder / "quiet.wav", folder / "bells.wav", instruments / "drone.wav"
    shape = ["trim", "0", str(seconds), "fade", "q", "1.5", str(seconds), "2.5"]
    if video["kind"] in ("pranayama", "dhyana", "vinyasa"):
        # The sound of the sea follows the breath; a period's quietest moment is moved to its start.
        sea = (f"|sox -n -r 44100 -c 1 -p synth {seconds + cycle} brownnoise tremolo "
               f"{1 / cycle:.4f} 90 highpass 180 lowpass 1900 gain -16 trim {cycle * 0.75:.2f}")
        run("sox", "-m", drone, sea, *RATE, quiet, *shape)
    else:
        run("sox", drone, *RATE, quiet, *shape)
    bell = instruments / "bell.wav"
    voices = [quiet, f"|sox {bell} -p pad 0.2", f"|sox {bell} -p pad {seconds - 5.5:.2f}"]
    if cycle >= 5:
        voices.append(f"|sox {bell} -p gain -14 trim 0 {cycle} pad 0 {max(0, cycle - 6)} "
                      f"repeat {seconds // cycle - 1}")
    run("sox", "-m", *voices, *RATE, bells, "trim", "0", str(seconds), "gain", "-l", "4", "fade",
        "0", str(seconds), "0.4")
    return bells, quiet
