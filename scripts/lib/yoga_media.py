"""Makes the videos of Mythic Yoga Flow. `scripts/yoga-media` calls this.

A breath is drawn once and repeated without encoding it again, which makes 44 minutes of video in
three minutes on two cores.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from PIL import Image

import yoga_captions
import yoga_drawing as drawing
import yoga_sound as sound

HERE = Path(__file__).resolve().parent
CATALOG = HERE.parent.parent / "Apps/MythicYoga/Sources/YogaDomain/catalog.json"
SIZES = {"large": (1280, 720, 27), "small": (640, 360, 27)}  # width, height, CRF
CODECS = "avc1.4d401f,mp4a.40.2"
SEGMENT = 4  # seconds, and the distance of key frames
MADE = "made.json"
POSTERS = "posters.json"
LANGUAGES = {"en": "English", "de": "Deutsch"}


def pieces_of(video: dict, glossary: dict) -> list[dict]:
    """The parts of a video, each of which is drawn once: what they show and how often."""
    cycle = sum(video["breath"].values())
    if video["kind"] == "vinyasa":
        times = video["seconds"] // cycle // len(video["glossary"])
        return [{"entry": entry, "names": glossary[entry]["sanskrit"], "seconds": cycle,
                 "times": times, "fade": True} for entry in video["glossary"]]
    breaths = next(count for count in range(1, 60)
                   if cycle * count >= 8 and video["seconds"] % (cycle * count) == 0)
    return [{"entry": video["glossary"][0], "names": video["sanskrit"], "fade": False,
             "seconds": cycle * breaths, "times": video["seconds"] // (cycle * breaths)}]


def encode(painter: drawing.Painter, piece: dict, folder: Path) -> dict[str, bytes]:
    """Draws a piece and encodes it in each size, as H.264 that can be repeated."""
    splits = "".join(f"[{name}]" for name in SIZES)
    filters = f"[0:v]format=yuv420p,split={len(SIZES)}{splits}"
    outputs: list[str] = []
    for name, (width, height, quality) in SIZES.items():
        filters += f";[{name}]scale={width}:{height}:flags=bilinear[{name}-out]"
        outputs += ["-map", f"[{name}-out]", "-c:v", "libx264", "-preset", "veryfast", "-profile:v",
                    "main", "-crf", str(quality), "-bf", "0", "-g", str(SEGMENT * drawing.RATE),
                    "-sc_threshold", "0", "-threads", "1", "-f", "h264", str(folder / name)]
    command = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt",
               "bgr0", "-s", f"{drawing.WIDTH}x{drawing.HEIGHT}", "-r", str(drawing.RATE), "-i",
               "pipe:0",
               "-filter_threads", "1", "-filter_complex", filters, *outputs]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as ffmpeg:
        try:
            for frame in painter.frames(piece["seconds"], piece["entry"], piece["names"],
                                        piece["fade"]):
                ffmpeg.stdin.write(frame)
            ffmpeg.stdin.close()
        except BrokenPipeError:
            pass  # ffmpeg ended early; its error is reported below
        problem = ffmpeg.stderr.read().decode()
    if ffmpeg.returncode:
        raise RuntimeError(f"ffmpeg failed: {problem.strip() or 'without a message'}")
    return {name: (folder / name).read_bytes() for name in SIZES}


def package(folder: Path, work: Path, bells: Path, quiet: Path) -> None:
    """Puts pictures and sound together: HLS in two sizes, and one file with bells, one without."""
    run, base = sound.run, ["ffmpeg", "-loglevel", "error", "-nostdin", "-y"]
    # NB: the default search for the best coding takes twice as long, and drones need none.
    audio = ["-c:a", "aac", "-aac_coder", "fast", "-b:a", "64k", "-ar", "44100", "-ac", "1"]
    run(*base, "-i", bells, "-i", quiet, "-map", "0:a", *audio, work / "bells.m4a", "-map", "1:a",
        *audio, work / "quiet.m4a")
    inputs: list[str | Path] = []
    for name in SIZES:
        inputs += ["-framerate", str(drawing.RATE), "-f", "h264", "-i", work / f"{name}.h264"]
    inputs += ["-i", work / "bells.m4a", "-i", work / "quiet.m4a"]
    outputs: list[str | Path] = []
    for name, audio_stream in (("video", "2:a"), ("video-quiet", "3:a")):
        outputs += ["-map", "0:v", "-map", audio_stream, "-c", "copy", "-movflags", "+faststart",
                    folder / f"{name}.mp4"]
    streams = [("large", "0:v"), ("small", "1:v"), ("bells", "2:a"), ("quiet", "3:a")]
    for name, stream in streams:
        outputs += ["-map", stream, "-c", "copy", "-f", "hls", "-hls_time", str(SEGMENT),
                    "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-hls_flags",
                    "single_file", "-hls_segment_filename", folder / f"{name}.mp4",
                    folder / f"{name}.m3u8"]
    run(*base, *inputs, *outputs)


def write_playlists(folder: Path, video: dict) -> None:
    """The master playlist, and those of the captions."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    for name, label, default in (("bells", "Bells", "YES"), ("quiet", "No bells", "NO")):
        lines.append(f'#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="{label}",DEFAULT={default},'
                     f'AUTOSELECT={default},CHANNELS="1",URI="{name}.m3u8"')
    for language, label in LANGUAGES.items():
        # NB: neither default nor forced, so that captions that are off stay off.
        lines.append(f'#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="{label}",'
                     f'LANGUAGE="{language}",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,'
                     f'URI="captions-{language}.m3u8"')
        seconds = video["seconds"]
        (folder / f"captions-{language}.m3u8").write_text(
            f"#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:{seconds}\n"
            f"#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:{seconds},\ncaptions-{language}.vtt\n"
            "#EXT-X-ENDLIST\n")
    for name, (width, height, _) in SIZES.items():
        rate = ((folder / f"{name}.mp4").stat().st_size * 8 // video["seconds"]) + 70_000
        lines += [f"#EXT-X-STREAM-INF:BANDWIDTH={rate * 3 // 2},AVERAGE-BANDWIDTH={rate},"
                  f'RESOLUTION={width}x{height},FRAME-RATE={drawing.RATE},CODECS="{CODECS}",'
                  'AUDIO="sound",SUBTITLES="captions"', f"{name}.m3u8"]
    (folder / "master.m3u8").write_text("\n".join(lines) + "\n")


def write_posters(folder: Path, painter: drawing.Painter, piece: dict, breath: dict) -> None:
    """The moment of the fullest breath, in two sizes."""
    seconds = sum(breath.values())
    wanted = int((breath["inhale"] + breath["hold"] / 2) * drawing.RATE)
    frame = next(painter.frames(seconds, piece["entry"], piece["names"], False, wanted))
    whole = (drawing.WIDTH, drawing.HEIGHT)
    image = Image.frombuffer("RGB", whole, bytes(frame), "raw", "BGRX", 0, 1)
    for name, width in (("poster", 960), ("poster-small", 480)):
        size = (width, width * drawing.HEIGHT // drawing.WIDTH)
        image.resize(size, Image.LANCZOS).save(folder / f"{name}.webp", quality=82, method=3)


def make_video(target: Path, myth: dict, video: dict, glossary: dict, instruments: Path, key: str
               ) -> str:
    """Makes all files of a video in a folder of their own, which is then put in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=target.parent) as temporary:
        work, folder = Path(temporary), Path(temporary) / "files"
        folder.mkdir()
        painter, pieces = drawing.Painter(myth, video), pieces_of(video, glossary)
        streams: dict[str, list[bytes]] = {name: [] for name in SIZES}
        starts, at = [], 0
        for piece in pieces:
            for name, data in encode(painter, piece, work).items():
                streams[name] += [data] * piece["times"]
            if len(pieces) > 1:
                starts.append((at, glossary[piece["entry"]]["name"]))
            at += piece["seconds"] * piece["times"]
        for name, data in streams.items():
            (work / f"{name}.h264").write_bytes(b"".join(data))
        package(folder, work, *sound.make_tracks(work, instruments, video))
        for language in LANGUAGES:
            text = yoga_captions.captions(video, starts, language)
            (folder / f"captions-{language}.vtt").write_text(text, encoding="utf-8")
        write_playlists(folder, video)
        write_posters(folder, painter, pieces[0], video["breath"])
        (folder / MADE).write_text(json.dumps({"key": key}) + "\n")
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
    return video["id"]


def make_posters(target: Path, myth: dict, video: dict, glossary: dict, key: str) -> None:
    """Makes only the pictures of a video, which menus show."""
    target.mkdir(parents=True, exist_ok=True)
    painter, pieces = drawing.Painter(myth, video), pieces_of(video, glossary)
    write_posters(target, painter, pieces[0], video["breath"])
    (target / POSTERS).write_text(json.dumps({"key": key}) + "\n")


def key_of(myth: dict, video: dict, glossary: dict) -> str:
    """A hash of all sources of a video."""
    digest = hashlib.sha256()
    for path in sorted(HERE.glob("yoga_*.py")):
        digest.update(path.read_bytes())
    words = [glossary[entry] for entry in video["glossary"]]
    plain = {name: value for name, value in myth.items() if name not in ("videos", "text")}
    digest.update(json.dumps([plain, video, words], sort_keys=True).encode())
    return digest.hexdigest()


def is_made(folder: Path, key: str, name: str = MADE) -> bool:
    """Whether a video, or something else with a key in a file, is up to date with its sources."""
    try:
        return json.loads((folder / name).read_text())["key"] == key
    except (OSError, ValueError, KeyError):
        return False


def report(done: int, total: int, name: str) -> None:
    """Shows progress: one line that is updated on a terminal, otherwise a line for each video."""
    text = f"{done} of {total} videos ({name})"
    if sys.stdout.isatty():
        text = f"\r\x1b[K{text}"
    print(text, end="" if sys.stdout.isatty() else "\n", flush=True)


def make_all(tasks: list[tuple], posters: list[tuple], jobs: int) -> None:
    """Makes videos and posters, `jobs` at once, after the instruments of each myth."""
    with tempfile.TemporaryDirectory() as temporary, ProcessPoolExecutor(max(1, jobs)) as pool:
        instruments = {myth: Path(temporary) / str(myth) for myth in {task[4] for task in tasks}}
        for folder in instruments.values():
            folder.mkdir()
        try:
            list(pool.map(sound.make_instruments, instruments.values(), instruments))
            running = [pool.submit(make_video, *task[:4], instruments[task[4]], task[5])
                       for task in tasks]
            pictures = [pool.submit(make_posters, *task) for task in posters]
            for done, future in enumerate(as_completed(running), 1):
                report(done, len(tasks), future.result())
            for future in pictures:
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)  # running ones are finished
            raise


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/yoga-media", description="Makes the videos of Mythic Yoga Flow: pictures, "
        "sound, captions and posters. Files that are up to date are kept.")
    parser.add_argument("folder", nargs="?", default=".yoga/media", type=Path,
                        help="the folder for the videos (default: .yoga/media)")
    parser.add_argument("--only", metavar="LIST",
                        help="only these videos or myths, separated by commas: agni/mantra,kali")
    parser.add_argument("--posters", metavar="LIST", default="",
                        help="of the videos that --only omits, make the posters of these videos or "
                        "myths, or with \"all\" of all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="the number of processes (default: one for each core)")
    return parser.parse_args()


def missing(folder: Path, catalog: dict, wanted: set[str], pictured: set[str]
            ) -> tuple[list[tuple], list[tuple]]:
    """The videos to make, and those of which only the posters are to be made.

    `wanted` and `pictured` are the ids that --only and --posters name."""
    glossary = {entry["id"]: entry for entry in catalog["glossary"]}
    tasks: list[tuple] = []
    posters: list[tuple] = []
    for index, myth in enumerate(catalog["myths"]):
        for video in myth["videos"]:
            key = key_of(myth, video, glossary)
            target, names = folder / video["id"], {myth["id"], video["id"]}
            if is_made(target, key):
                continue
            if not wanted or names & wanted:
                tasks.append((target, myth, video, glossary, index, key))
            elif (names | {"all"}) & pictured and not is_made(target, key, POSTERS):
                posters.append((target, myth, video, glossary, key))
    return tasks, posters


def main() -> int:
    """Makes the videos and posters that are missing or out of date."""
    options = arguments()
    for tool in ("ffmpeg", "sox"):
        if not shutil.which(tool):
            print(f"error: {tool} is not installed; `scripts/setup media` installs it",
                  file=sys.stderr)
            return 1
    catalog = json.loads(CATALOG.read_text(encoding="utf-8"))
    wanted = set(filter(None, (options.only or "").split(",")))
    pictured = set(filter(None, options.posters.split(",")))
    known = {myth["id"] for myth in catalog["myths"]}
    known |= {video["id"] for myth in catalog["myths"] for video in myth["videos"]}
    unknown = (wanted | pictured) - known - {"all"} | wanted & {"all"}
    if unknown:
        print(f"error: the catalog has no {', '.join(sorted(unknown))}; "
              "it has, for example, agni and agni/mantra", file=sys.stderr)
        return 2
    tasks, posters = missing(options.folder, catalog, wanted, pictured)
    if not tasks and not posters:
        print(f"The videos in {options.folder} are up to date.")
        return 0
    try:
        make_all(tasks, posters, options.jobs)
    except (RuntimeError, OSError) as problem:
        print(f"\nerror: {problem}", file=sys.stderr)
        return 1
    end = "\r\x1b[K" if sys.stdout.isatty() else ""
    only = f", and the posters of {len(posters)} others," if posters else ""
    print(f"{end}Made {len(tasks)} videos{only} in {options.folder}.")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nStopped; finished videos are kept. Run the same command to continue.")
