"""Follow a tournament live: an example of the API that needs nothing but Python 3.11.

    python follow.py http://127.0.0.1:8000 dm-2027
    python follow.py https://turnering.example.org dm-2027 --token stf_… --hints 3

It opens the line of hints first and reads then, so that nothing falls between. Each hint makes it
read again, with the ETag of what it has: what is not new costs the server one light query and this
program nothing. A line is printed for everything that is new: what was read, and a summary.
"""

from __future__ import annotations

import argparse
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

#: What is followed, and what of it is told.
FOLLOWED = ("", "rounds/", "pairings/?state=open", "standings/", "clock/")
#: Seconds without a word after which the line is taken for dead; the server says something each 15.
SILENCE = 40


class Reader:
    """Reads the tournament's part of the API, and remembers the ETag of each address."""

    def __init__(self, site: str, slug: str, token: str = "") -> None:
        self.site, self.slug, self.token = site.rstrip("/"), slug, token
        self.etags: dict[str, str] = {}

    def read(self, path: str) -> Any:
        """What is at `path`, all pages of it; None while nothing is new or nothing is there."""
        url = f"{self.site}/api/v1/tournaments/{self.slug}/{path}"
        first = self._get(url)
        if not isinstance(first, dict) or "results" not in first:
            return first
        rows, page = list(first["results"]), first
        while page and page["next"]:
            page = self._get(page["next"], whatever=True)
            rows += page["results"] if page else []
        return rows

    def _get(self, url: str, *, whatever: bool = False) -> Any:
        headers = {"Accept": "application/json", "Accept-Language": "en"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if url in self.etags and not whatever:
            headers["If-None-Match"] = self.etags[url]
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
                self.etags[url] = answer.headers.get("ETag", "")
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return None
            problem = json.load(error)
            if error.code == 429:
                time.sleep(int(error.headers["Retry-After"]))
                return self._get(url, whatever=whatever)
            if error.code == 404 and problem["code"] == "not-found":
                return None
            raise SystemExit(
                f"{problem['status']} {problem['code']}: {problem['detail']}"
            ) from None


def hints(site: str, slug: str) -> Iterator[str]:
    """The server's hints: "open" when the line stands, "hint" when something happened. A line that
    breaks is opened again; what happened meanwhile is read then."""
    host = site.rstrip("/").partition("://")[2]
    kind = http.client.HTTPSConnection if site.startswith("https") else http.client.HTTPConnection
    while True:
        line = kind(host, timeout=SILENCE)
        try:
            line.request("GET", f"/live/{slug}/", headers={"Accept": "text/event-stream"})
            answer = line.getresponse()
            if answer.status == 200:
                for row in answer:
                    name, _colon, event = row.decode().strip().partition(": ")
                    if name == "event" and event in {"open", "hint"}:
                        yield event
        except OSError:
            pass
        finally:
            line.close()
        time.sleep(2)


def told(path: str, read: Any) -> str:
    """A few words about what was read."""
    if path == "standings/":
        rows = [row for table in read["tables"] for row in table["rows"]][:3]
        return ", ".join(f"{row['rank']}. {row['entry']['name']}" for row in rows)
    if path == "clock/":
        return f"round {read['round']}: {read['state']}"
    if path == "rounds/":
        return ", ".join(f"{row['number']}: {row['results_missing']} missing" for row in read)
    if path.startswith("pairings/"):
        return f"{len(read)} games without a result"
    return f"{read['name']}: {read['state']}"


def main() -> None:
    """Print what is new until there were so many hints (without a number: for ever)."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site")
    parser.add_argument("slug")
    parser.add_argument("--token", default="", help="for a tournament that is not public")
    parser.add_argument("--hints", type=int, default=0, help="end after so many of them")
    wanted = parser.parse_args()
    if not wanted.site.startswith(("http://", "https://")):
        parser.error("the site begins with http:// or https://")
    reader = Reader(wanted.site, wanted.slug, wanted.token)
    heard = 0
    for event in hints(wanted.site, wanted.slug):
        for path in FOLLOWED:
            read = reader.read(path)
            if read is not None:
                print(f"{path or 'tournament'}  {told(path, read)}", flush=True)
        heard += event == "hint"
        if wanted.hints and heard >= wanted.hints:
            return


if __name__ == "__main__":
    main()
