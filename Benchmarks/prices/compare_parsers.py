"""Product pages parsed per second on one core: our parser, lxml, and BeautifulSoup on lxml.

All parse the same synthetic pages, as large as a shop's, and extract the same name and price, one
after the other in the same run. Fails unless ours is at least four times as fast as BeautifulSoup.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bs4
import lxml.html

SECONDS = 5.0
RATIO = 4.0
SIZES = (200_000, 600_000, 1_200_000)  # bytes


def page(number, size):
    """A messy page: scripts, unclosed tags, other products, and this product's price far below."""
    generator = random.Random(number)
    parts = [
        f'<!doctype html><html lang="de-de"><head><meta charset="utf-8"><title>Pot {number}</title>'
        f'</head><body><input id="ASIN" value="B0BENCH{number:03}">'
        f'<span id="productTitle"> Pot {number} </span>'
    ]
    length = 0
    while length < size:
        name = "".join(generator.choices("abcdefghij", k=8))
        part = (
            f'<div class="card {name}" data-a="{name}"><a href="/dp/B0{name.upper()}">{name}'
            f'<span class="a-price"><span class="a-offscreen">{generator.randint(1, 99)},99 €'
            "</span>"
            f'</span></a><ul><li>{name}<li>{name * 3}</ul>'
            f'<script>var {name} = {{"isRobot": false, "list": [{",".join("1" * 40)}]}};</script>'
            f"<p>{name * 5} &amp; {name}</div>"
        )
        parts.append(part)
        length += len(part)
    parts.append(
        '<div id="corePriceDisplay_desktop_feature_div"><span class="a-price priceToPay">'
        f'<span class="a-offscreen"> </span><span class="a-price-whole">{number + 10}<span>,</span>'
        '</span><span class="a-price-fraction">99</span><span class="a-price-symbol">€</span>'
        '</span></div><input id="add-to-cart-button"></body></html>'
    )
    return "".join(parts).encode()


def read_with_lxml(data):
    document = lxml.html.document_fromstring(data)
    title = document.xpath("id('productTitle')")[0].text_content().strip()
    box = document.xpath("id('corePriceDisplay_desktop_feature_div')")[0]
    whole = box.xpath(".//*[@class='a-price-whole']")[0].text_content().rstrip(",")
    cents = box.xpath(".//*[@class='a-price-fraction']")[0].text_content()
    return f"{title} {whole}.{cents}"


def read_with_soup(data):
    soup = bs4.BeautifulSoup(data, "lxml")
    box = soup.find(id="corePriceDisplay_desktop_feature_div")
    title = soup.find(id="productTitle").get_text().strip()
    whole = box.find(class_="a-price-whole").get_text().rstrip(",")
    return f"{title} {whole}.{box.find(class_='a-price-fraction').get_text()}"


def measure(read, pages):
    """Returns the pages per second, and the extracted values."""
    values, count, start = {}, 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        for name, data in pages.items():
            values[name] = read(data)
        count += len(pages)
    return count / elapsed, values


def main():
    with tempfile.TemporaryDirectory() as folder:
        pages = {f"{n}.html": page(n, size) for n, size in enumerate(SIZES)}
        for name, data in pages.items():
            Path(folder, name).write_bytes(data)
        run = subprocess.run(
            [sys.argv[1], folder, str(SECONDS)], check=True, capture_output=True, text=True
        )
    ours = json.loads(run.stdout)
    rates = {"ours (all values)": ours["pages"] / ours["seconds"]}
    readers = {"lxml (2 values)": read_with_lxml, "BeautifulSoup (2 values)": read_with_soup}
    for name, read in readers.items():
        rates[name], values = measure(read, pages)
        if values != ours["found"]:
            sys.exit(f"{name} extracts {values}, ours extracts {ours['found']}")
    soup = rates["BeautifulSoup (2 values)"]
    for name, rate in rates.items():
        print(f"{name:26} {rate:7.1f} pages/s {rate / soup:6.2f} x BeautifulSoup")
    if rates["ours (all values)"] < RATIO * soup:
        sys.exit(f"our parser must be at least {RATIO:g} times as fast as BeautifulSoup on lxml")


if __name__ == "__main__":
    main()
