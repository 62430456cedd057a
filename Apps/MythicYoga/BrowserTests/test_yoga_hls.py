"""HLS as players read it: ffprobe opens the signed links and decodes every stream."""

import json
import re
import subprocess
import urllib.parse

from yoga import YogaCase


class HLSTest(YogaCase):
    def probe(self, page, *arguments):
        """The exit status, output and errors of ffprobe, run with the cookies of a page."""
        cookies = "; ".join(
            f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        run = subprocess.run(
            ["ffprobe", "-v", "error", "-headers", f"Cookie: {cookies}\r\n", "-of", "json",
             *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout, run.stderr

    def practice(self):
        page = self.logged_in()
        self.open_practice(page, "Agni", "Mantra")
        link = page.locator(".yoga-item a").first.get_attribute("data-hls")
        return page, urllib.parse.urljoin(self.service.url, link)

    def test_both_sizes_and_both_sounds_are_decoded_in_full(self):
        page, link = self.practice()
        status, output, problems = self.probe(
            page, "-show_entries", "stream=codec_type,codec_name,width,height", link)
        self.assertEqual((status, problems), (0, ""))
        streams = json.loads(output)["streams"]
        sizes = {(stream["width"], stream["height"])
                 for stream in streams if stream["codec_type"] == "video"}
        self.assertEqual(sizes, {(1280, 720), (640, 360)})
        sounds = [stream for stream in streams if stream["codec_type"] == "audio"]
        self.assertEqual({sound["codec_name"] for sound in sounds}, {"aac"})
        for name in ("large", "small", "bells", "quiet"):
            status, output, problems = self.probe(
                page, "-count_frames", "-show_entries", "stream=nb_read_frames:format=duration",
                link.replace("master", name))
            self.assertEqual((status, problems), (0, ""), name)
            result = json.loads(output)
            self.assertAlmostEqual(float(result["format"]["duration"]), 30, delta=0.2, msg=name)
            self.assertGreater(int(result["streams"][0]["nb_read_frames"]), 30 * 10, name)

    def test_captions_in_both_languages_are_offered_and_none_is_chosen(self):
        page, link = self.practice()
        master = page.request.get(link).text()
        captions = re.findall(r"#EXT-X-MEDIA:TYPE=SUBTITLES,(.*)", master)
        self.assertEqual(len(captions), 2)
        for line, language in zip(captions, ("en", "de"), strict=True):
            self.assertIn(f'LANGUAGE="{language}"', line)
            self.assertIn("DEFAULT=NO", line)
            self.assertIn("FORCED=NO", line)
            playlist = page.request.get(urllib.parse.urljoin(
                link, re.search(r'URI="([^"]+)"', line)[1]))
            cues = page.request.get(urllib.parse.urljoin(
                playlist.url, playlist.text().splitlines()[-2]))
            self.assertTrue(cues.text().startswith("WEBVTT"))

    def test_a_player_without_the_session_gets_nothing(self):
        page, link = self.practice()
        self.log_out(page)
        status, _, problems = self.probe(page, "-show_entries", "stream=codec_name", link)
        self.assertNotEqual(status, 0)
        self.assertIn("403", problems)
