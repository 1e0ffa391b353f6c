"""Who hears what, how often, and that it ends."""

from __future__ import annotations

import asyncio
from threading import Thread

from config.live.hints import ALL, STAFF, Ending, Hint
from config.live.hub import GATHER, Hub

RESULT = Hint(7, 1, frozenset({"results"}), frozenset({3}))
CLOCK = Hint(7, 2, frozenset({"clock"}))
DRAFT = Hint(7, 3, frozenset({STAFF}))
#: Seconds within which something comes, however busy the machine is.
LONG = 60


def opened() -> Hub:
    hub = Hub()
    hub.open(asyncio.get_running_loop())
    return hub


def test_hint_reaches_those_of_its_tournament_only() -> None:
    async def scene() -> list[Hint | None]:
        hub = opened()
        with hub.listening(7, staff=False) as here, hub.listening(8, staff=False) as elsewhere:
            hub.publish(RESULT)
            return [await here.next(LONG), await elsewhere.next(2 * GATHER)]

    assert asyncio.run(scene()) == [RESULT, None]


def test_hints_that_pour_in_arrive_as_one() -> None:
    async def scene() -> list[Hint | None]:
        hub = opened()
        with hub.listening(7, staff=False) as listener:
            for event in range(1, 50):
                hub.publish(Hint(7, event, frozenset({"results"}), frozenset({event % 3})))
            return [await listener.next(LONG), await listener.next(2 * GATHER)]

    assert asyncio.run(scene()) == [
        Hint(7, 49, frozenset({"results"}), frozenset({0, 1, 2})),
        None,
    ]


def test_draft_is_heard_by_staff_alone() -> None:
    async def scene() -> list[Hint | None]:
        hub = opened()
        with hub.listening(7, staff=True) as desk, hub.listening(7, staff=False) as phone:
            hub.publish(DRAFT)
            heard = [await desk.next(LONG), await phone.next(GATHER)]
            hub.publish(DRAFT)
            hub.publish(CLOCK)
            return [*heard, await phone.next(LONG)]

    assert asyncio.run(scene()) == [DRAFT, None, CLOCK]


def test_listener_that_is_slow_finds_one_hint_that_says_all() -> None:
    async def scene() -> Hint | None:
        hub = opened()
        with hub.listening(7, staff=False) as listener:
            hub.publish(RESULT)
            await asyncio.sleep(2 * GATHER)
            hub.publish(CLOCK)
            await asyncio.sleep(2 * GATHER)
            return await listener.next(0)

    assert asyncio.run(scene()) == Hint(7, 2, frozenset({"results", "clock"}))


def test_hint_from_another_thread_arrives() -> None:
    async def scene() -> Hint | None:
        hub = opened()
        with hub.listening(7, staff=False) as listener:
            writer = Thread(target=hub.publish, args=(RESULT,))
            writer.start()
            heard = await listener.next(LONG)
            writer.join()
            return heard

    assert asyncio.run(scene()) == RESULT


def test_everybody_is_told_when_hints_may_be_lost() -> None:
    async def scene() -> list[Hint | None]:
        hub = opened()
        with hub.listening(7, staff=False) as here, hub.listening(8, staff=True) as there:
            hub.publish_all()
            return [await here.next(LONG), await there.next(LONG)]

    everything = frozenset({ALL})
    assert asyncio.run(scene()) == [Hint(7, 0, everything), Hint(8, 0, everything)]


def test_listener_that_left_is_forgotten() -> None:
    async def scene() -> list[int]:
        hub = opened()
        with hub.listening(7, staff=False):
            during = hub.count()
        hub.publish(RESULT)
        await asyncio.sleep(2 * GATHER)
        return [during, hub.count()]

    assert asyncio.run(scene()) == [1, 0]


def test_close_ends_those_who_wait_and_those_who_come() -> None:
    async def scene() -> tuple[Hint | None, bool, bool]:
        hub = opened()
        with hub.listening(7, staff=False) as listener:
            asyncio.get_running_loop().call_later(0.05, hub.close)
            heard = await listener.next(30)
            with hub.listening(7, staff=False) as late:
                return heard, listener.closed, late.closed

    assert asyncio.run(scene()) == (None, True, True)


def test_publish_without_a_server_is_nothing() -> None:
    hub = Hub()
    hub.publish(RESULT)
    hub.close()
    assert hub.count() == 0


def test_ending_closes_what_it_names_and_nothing_else() -> None:
    async def scene() -> list[list[bool]]:
        hub = opened()
        found = []
        for ending in (
            Ending(5, None, frozenset({"phone"})),
            Ending(5, 7),
            Ending(5),
            Ending(6),
        ):
            with (
                hub.listening(7, staff=True, user=5, mark="phone") as phone,
                hub.listening(7, staff=True, user=5, mark="desk") as desk,
                hub.listening(8, staff=True, user=5, mark="desk") as elsewhere,
                hub.listening(7, staff=False) as nobody,
            ):
                hub.end(ending)
                await asyncio.sleep(0)
                found.append([one.closed for one in (phone, desk, elsewhere, nobody)])
        return found

    assert asyncio.run(scene()) == [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, False],
        [False, False, False, False],
    ]


def test_everybody_logged_in_is_asked_again_when_an_ending_may_have_been_missed() -> None:
    async def scene() -> list[bool]:
        hub = opened()
        with (
            hub.listening(7, staff=True, user=5, mark="phone") as phone,
            hub.listening(7, staff=False) as nobody,
        ):
            hub.end_all()
            return [phone.closed, nobody.closed]

    assert asyncio.run(scene()) == [True, False]
