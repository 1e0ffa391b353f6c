"""A real Chromium, the machine's own, against a live server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.device import device
from tests.browser.looks import faults
from tests.browser.organiser import Organiser
from tests.browser.server import Server, running

#: What Chromium would start for every window beside the page, at half the price of the whole: the
#: lists that drop down from its address bar are pages, too. (The last `--disable-features` wins, so
#: those of Playwright that matter to a page stand here again.)
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
#: A name for this machine that is no secure place to the browser, as an address in a hall is none.
HALL = "hallen.test"


@pytest.fixture(scope="module")
def launch() -> Iterator[Callable[[], Browser]]:
    """Starts a browser. For one module only: Playwright's loop, while it runs, stands in the way of
    async tests."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "These tests need Chromium (Debian: apt-get install chromium)."
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # For the same reason Django takes the test for asynchronous code, which it is not.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        args = [
            "--no-sandbox",
            f"--disable-features={','.join(WITHOUT)}",
            f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
        ]
        yield partial(playwright.chromium.launch, executable_path=path, args=args)


@pytest.fixture(scope="module")
def browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    running = launch()
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a device of its own, as wide as a desk."""
    with device(browser) as context:
        yield context.new_page()


@pytest.fixture
def faults_of() -> Callable[[Page], list[str]]:
    """What axe-core finds on a page: a line for each element, empty when there is nothing."""

    return faults


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One installation for all days that need none of their own: each makes its tournament."""
    with running(tmp_path_factory) as server:
        yield server


@pytest.fixture
def at_desk(page: Page, installation: Server) -> Iterator[Organiser]:
    """Somebody who clicks through a day, in Danish. At the end axe-core has found nothing."""
    somebody = Organiser(page, installation)
    yield somebody
    assert somebody.faults == {}
