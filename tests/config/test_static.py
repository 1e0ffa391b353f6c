"""The files as they are served: each under a name with its digest, and what one names is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import FileSystemStorage

from config.static import StaticStorage

_IMPORT = re.compile(r"""(?:from|import)\s*["'](\.[^"']+)["']""")


def test_script_that_imports_others_names_them_as_they_are_served(
    tmp_path: Path, settings: Any
) -> None:
    settings.DEBUG = False
    sources = {name: one for finder in get_finders() for name, one in finder.list([])}
    scripts = {name: one for name, one in sources.items() if name.startswith("js/")}
    storage = StaticStorage(location=tmp_path, base_url="/static/")
    for name, source in scripts.items():
        with source.open(name) as file:
            FileSystemStorage(tmp_path).save(name, file)
    served = {
        hashed
        for _name, hashed, _processed in storage.post_process(
            {name: (storage, name) for name in scripts}
        )
    }
    imports = [
        (name, str((tmp_path / name).parent.joinpath(named).resolve().relative_to(tmp_path)))
        for name in served
        if name.endswith(".js")
        for named in _IMPORT.findall((tmp_path / name).read_text())
    ]
    assert {name.split(".")[0] for name, _named in imports} == {
        "js/judging/ring",
        "js/judging/rule-desk",
    }
    assert [(name, named) for name, named in imports if named not in served] == []
