# The pages in a headless Chromium: search, filters, sorting, keys, the slider, phones, hostile names.
# Every page is opened in both colour schemes, wide and at 390 pixels; nothing may scroll sideways, break the policy,
# run what a stub sent, or ask the network for anything.
# usage: pages_test.py STUBBORN SOURCES        exit status 77: no browser here
# SPDX-License-Identifier: MIT
import json
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser
from many import write_capture

STUBBORN, SOURCES = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)<'
SIZES = [(1280, 900, "light"), (1280, 900, "dark"), (390, 844, "light"), (390, 844, "dark")]


def make(folder, *arguments, **options):
    result = subprocess.run([STUBBORN, *arguments], cwd=folder, capture_output=True, text=True, check=False, **options)
    if result.returncode not in (0, 1):
        raise AssertionError(f"{arguments}: {result.stderr}")
    return result.stdout


def equal(got, wanted):
    assert got == wanted, f"got {got!r}, not {wanted!r}"


# --- every page ---------------------------------------------------------------------------------------------------------


def check_everywhere(browser, page):
    for width, height, scheme in SIZES:
        browser.open(page, width, height, scheme)
        browser.wait("document.readyState === 'complete'")
        equal(browser.overflow(), 0)
        equal(browser.offences(), [])
        equal(browser.run("return getComputedStyle(document.body).backgroundColor") in ("rgb(22, 23, 26)",), scheme == "dark")
    browser.open(page, script=False)
    equal((browser.is_drawn("h1"), browser.is_drawn(".finder input")), (True, False))
    browser.open(page)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    equal(browser.shown(".finder"), [])
    assert browser.run("return document.querySelectorAll('tr').length") < 5000
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


# --- the page of a capture ----------------------------------------------------------------------------------------------


def told(browser):
    return browser.text("[data-grid] output")


def filter_by(browser, text):
    browser.run("const i = document.querySelector('[data-grid-filter]'); i.value = arguments[0];"
                "i.dispatchEvent(new Event('search'))", text)
    return told(browser)


def rows(browser, selector="tbody tr[data-row]"):
    return browser.run("return Array.from(document.querySelectorAll('.grid-view ' + arguments[0]), (r) => "
                       "Array.from(r.cells, (c) => c.textContent))", selector)


# What `capture show` finds, the page finds, too.
def check_filter(browser, capture):
    for expression in ("kind == x", "kind == x && latency > 30us", "stop >= 3 && stop < 9", "answer == ok || answer == empty", 'request ~ "read memory"',
                       "!(kind ~ q) && phase == program", "address >= 0x7ffff7fc0000 && length == 8", "at < 10ms",
                       "action == step && got > 100", "latency != 0 && number <= 50"):
        listed = json.loads(make(".", "capture", "show", "-o", "json", "--filter", expression, capture))["exchanges"]
        got = filter_by(browser, expression).split()[0].replace(",", "")
        equal((expression, got), (expression, str(len(listed))))
    equal(filter_by(browser, "latency > 5"), "column 11: latency is a time: write it with a unit, as in 500us, 1.5ms or 2s")
    equal(browser.one("[data-grid-filter]").get_attribute("aria-invalid"), "true")
    equal(browser.run("return document.querySelectorAll('[data-grid] tr[data-row]').length"), 0)
    assert filter_by(browser, "nonsense == 1").startswith("column 1: unknown field 'nonsense'")
    equal(filter_by(browser, "kind = m"), "column 6: write == to compare")
    equal(filter_by(browser, "(kind == x"), "column 1: this parenthesis is never closed")
    assert 0 < int(filter_by(browser, "qsupported:").split()[0]) < 10, told(browser)
    filter_by(browser, "")


def check_sorting(browser):
    browser.run("document.querySelector('.c-latency .sorter').click()")
    equal(browser.one("th.c-latency").get_attribute("aria-sort"), "descending")
    slow = browser.run("const g = page.grids.get('exchanges'); return Array.from(g.found, (r) => g.column('latency').values[r])")
    equal(slow, sorted(slow, reverse=True))
    browser.run("document.querySelector('.c-latency .sorter').click()")
    equal(browser.one("th.c-latency").get_attribute("aria-sort"), "ascending")
    browser.run("document.querySelector('.c-number .sorter').click()")
    equal([row[0] for row in rows(browser)][:3], ["1", "2", "3"])


def check_keys(browser):
    browser.keys("/", into="body")
    equal(browser.run("return document.activeElement.matches('[data-grid-filter]')"), True)
    browser.keys("kind == vCont", "ENTER")
    equal(browser.run("return document.activeElement.className"), "grid-view")
    first = browser.text(".grid-view tr[aria-selected]").split()[0]
    browser.keys("ARROW_DOWN")
    assert int(browser.text(".grid-view tr[aria-selected]").split()[0].replace(",", "")) > int(first)
    browser.keys("END")
    browser.run_timers()  # the pause after which a typed filter applies; End is kept
    last = browser.text(".grid-view tr[aria-selected]").split()[0]
    browser.keys("ENTER")
    assert f"Exchange {last} " in browser.text(".grid-detail h3")
    neighbours = browser.all(".neighbours tr")
    assert len(neighbours) > 6, len(neighbours)
    kinds = browser.run("return Array.from(document.querySelectorAll('.neighbours .c-kind'), (c) => c.textContent)")
    assert len(set(kinds)) > 1, "neighbours are not those of the filter"
    browser.keys("ESCAPE")
    equal(browser.all(".grid-detail h3"), [])
    filter_by(browser, "")


def check_slow(browser):
    link = browser.one('a[href^="#exchanges-frame-"]')
    browser.run("arguments[0].click()", link)
    browser.wait("document.querySelector('.grid-detail h3')")
    latency = link.find_element("xpath", "../../td[1]").text
    assert latency in browser.text(".grid-detail .facts"), latency


# The page's arithmetic is the program's, at each round-trip time.
def check_slider(browser, capture):
    for rtt, ns in (("1 ms", 1_000_000), ("20 ms", 20_000_000), ("333 us", 333_000), ("1 s", 1_000_000_000)):
        counted = json.loads(make(".", "capture", "what-if", "--rtt", rtt.replace(" ", ""), "-o", "json", capture))
        browser.run("const f = document.querySelector('.whatif-slider input[type=text]'); f.value = arguments[0];"
                    "f.dispatchEvent(new Event('change'))", rtt)
        equal(browser.run("return page.whatif.rtt"), ns)
        said = {line["name"]: line for line in browser.run("return page.whatif.savings()")}
        for name in ("MultiMemRead", "MultiBreakpoint"):
            wanted = counted[name]
            equal((said[name]["least"] * ns, said[name]["most"] * ns), (wanted["saved_least_ns"], wanted["saved_most_ns"]))
        page_row = browser.run("return Array.from(document.querySelectorAll('.whatif tr:nth-child(2) td'), (c) => c.textContent)")
        text = make(".", "capture", "analyze", "--rtt", rtt.replace(" ", ""), "-o", "markdown", "--what-if", capture)
        line = next(row for row in text.splitlines() if row.startswith("| MultiMemRead"))
        equal(page_row[:5], [cell.strip() for cell in line.strip("|").split("|")])
        answer = next(row for row in text.splitlines() if "this work would take" in row)
        assert browser.text(".whatif-said").split(", and")[0] in answer, (browser.text(".whatif-said"), answer)
    browser.run("const s = document.querySelector('.whatif-slider input[type=range]'); s.value = 60;"
                "s.dispatchEvent(new Event('input'))")
    equal(browser.one(".whatif-slider input[type=text]").get_attribute("value"), "1 ms")


def check_timeline(browser):
    before = int(told(browser).split()[0].replace(",", ""))
    browser.run("document.querySelector('.timeline').focus()")
    browser.keys("+", "+", "ARROW_LEFT")
    inside = int(told(browser).split()[0].replace(",", ""))
    assert 0 < inside < before, (inside, before)
    browser.keys("0")
    equal(int(told(browser).split()[0].replace(",", "")), before)


def check_capture(browser, folder):
    for name in ("s1_allstop", "s3_batched"):
        capture = SOURCES / "../shared/captures" / f"{name}.pcap"
        if not capture.exists():
            continue
        make(folder, "capture", "analyze", "-o", "html:capture.html", capture)
        check_everywhere(browser, folder / "capture.html")
        browser.open(folder / "capture.html")
        check_filter(browser, capture)
        check_sorting(browser)
        check_keys(browser)
        check_slow(browser)
        check_slider(browser, capture)
        check_timeline(browser)
        equal(browser.offences(), [])


# 100,000 exchanges, some of them hostile, under a hostile name. The counts are of work, not of time: rows in the page.
def check_many(browser, folder):
    name = 'many"><img src=x onerror=alert(3)>.pcap'
    write_capture(folder / name, 100_500, HOSTILE.encode())
    make(folder, "capture", "analyze", "-o", "html:many.html", name)
    check_everywhere(browser, folder / "many.html")
    browser.open(folder / "many.html")
    equal(browser.text("h1"), name)
    equal(told(browser), "100,000 exchanges; 502 left out")
    assert len(browser.all(".grid-view tbody tr")) < 80
    browser.run("document.querySelector('.grid-view').scrollTop = 1e9")
    browser.wait("document.querySelector('.grid-view tbody').textContent.includes('100,000')")
    assert len(browser.all(".grid-view tbody tr")) < 80
    assert filter_by(browser, "onerror").startswith("4,0")
    browser.run("document.querySelector('.grid-view tr[data-row]').click()")
    assert HOSTILE in browser.text(".grid-detail"), browser.text(".grid-detail")
    equal(browser.all(".grid img, .grid script"), [])
    for key in ("request", "latency", "kind"):
        browser.run("page.grids.get('exchanges').sort(arguments[0], true)", key)
    equal(browser.offences(), [])


# --- runs and matrices --------------------------------------------------------------------------------------------------


# Verdicts filter with and without scripts; with them, what is folded opens, and keys go from failure to failure.
def check_verdicts(browser, page):
    browser.open(page)
    equal(browser.run("return Array.from(document.querySelectorAll('.area'), (a) => a.open)"), [True])
    browser.run("document.getElementById('show-pass').click()")
    equal(browser.run("return Array.from(document.querySelectorAll('.area .r'), (r) => getComputedStyle(r).display !== 'none' && "
                      "r.dataset.kind).filter(Boolean)"), ["pass"])
    browser.run("document.getElementById('show-all').click()")
    browser.run("page.all('details').forEach((d) => { d.open = false; })")
    browser.keys("n", into="body")
    equal(browser.run("return document.activeElement.closest('.r').dataset.kind"), "fail")
    equal(browser.run("return document.activeElement.closest('.area').open"), True)
    browser.run("page.all('details').forEach((d) => { d.open = false; }); document.querySelector('.r a').click()")
    browser.wait("document.getElementById('cause-1').open")
    equal(browser.offences(), [])


# The steps of an exchange stand below each other, the debugger's and the stub's in their colours.
def check_ladder(browser, page):
    browser.open(page)
    ways = browser.run("return Array.from(document.querySelectorAll('#cause-1 .ladder li'), (li) => li.className)")
    assert "to" in ways and "from" in ways, ways
    colours = browser.run("return ['.to code', '.from code'].map((s) => getComputedStyle(document.querySelector('.ladder ' + s)).color)")
    assert colours[0] != colours[1], colours
    equal(browser.run("return getComputedStyle(document.querySelector('.ladder')).listStyleType"), "none")


# What a suite and a stub call themselves stays text, in each card, in the search and in the title.
def check_hostile_run(browser, folder):
    report = json.loads((folder / "run.json").read_text())
    equal(report["results"][0]["verdict"], "fail")
    suite = folder / "hostile"
    suite.mkdir()
    quoted = json.dumps(HOSTILE)
    (suite / "evil.yaml").write_text(f"scenario: hostile/evil\ntitle: {quoted}\ncovers: [STD-002]\nsteps:\n"
                                     f"  - send: vMustReplyEmpty\n    expect: {quoted}\n")
    make(folder, "run", suite / "evil.yaml", "-o", "html:hostile.html")
    browser.open(folder / "hostile.html")
    browser.wait("document.readyState === 'complete'")
    equal(browser.offences(), [])
    equal(browser.all("img"), [])
    assert HOSTILE in browser.run("return document.querySelector('#content').textContent")
    browser.keys("/", into="body")
    browser.keys("onerror=alert")
    browser.wait("document.querySelector('[data-found]').textContent")
    equal(browser.offences(), [])


def check_run(browser, folder):
    make(folder, "run", SOURCES / "tests/cli/suite/verdicts.yaml", "-o", "html:run.html", "-o", "json:run.json")
    check_everywhere(browser, folder / "run.html")
    browser.open(folder / "run.html")
    every = len(browser.all("[data-item]"))
    browser.keys("/", into="body")
    browser.keys("recommendation")
    browser.wait("document.querySelector('[data-found]').textContent")
    assert 0 < len(browser.run("return Array.from(document.querySelectorAll('[data-item]:not(.not-found)'))")) < every
    browser.keys("zzzz no such result")
    browser.wait("document.querySelector('.nothing-found')")
    equal(browser.shown("[data-item]"), [])
    browser.keys("ESCAPE")
    equal(len(browser.run("return Array.from(document.querySelectorAll('[data-item]:not(.not-found)'))")), every)
    equal(browser.offences(), [])
    check_verdicts(browser, folder / "run.html")
    check_ladder(browser, folder / "run.html")
    check_hostile_run(browser, folder)


def check_matrix(browser, folder):
    tests = SOURCES / "tests/cli/matrix"
    make(folder, "matrix", tests / "one.json", tests / "two.json", "-o", "html:matrix.html")
    check_everywhere(browser, folder / "matrix.html")
    browser.open(folder / "matrix.html")
    sorter = browser.one("table[data-sort] .sorter")
    browser.run("arguments[0].click()", sorter)
    equal(browser.one("th[aria-sort]").get_attribute("aria-sort"), "ascending")
    broken = browser.text(".differences tr[data-item] td")
    equal(broken, "broke")
    browser.keys("/", into="body")
    browser.keys("queries/unknown")
    browser.wait("document.querySelector('[data-found]').textContent")
    equal(len(browser.shown("tr[data-item]")), 1)
    equal(browser.offences(), [])


# --- a matrix of debuggers and stubs, joined from the reports of several jobs -------------------------------------------


ACTIONS = ["attach", "registers", "memory", "step", "breakpoints", "watchpoints", "interrupt", "load", "reverse", *(f"own-{i}" for i in range(20))]


def write_interop(path, stubs, debugger):
    cells = [{"stub": stub, "debugger": debugger, "action": action, "given": "a | b", "verdict": "breaks" if (len(stub) + number) % 7 == 0 else "works",
              "said": HOSTILE, "folder": f"{stub}/{debugger}/{action}", "capture_bytes": 9,
              **dict.fromkeys(("tries", "time_ns", "round_trips", "packets", "bytes", "musts", "shoulds"), 1)}
             for stub in stubs for number, action in enumerate(ACTIONS)]
    path.write_text(json.dumps({"format": "stubborn-interop", "format_version": 1, "duration_ns": 1, "interrupted": False, "captures": "captures",
                                "stubs": [{"name": stub, "given": "a", "about": HOSTILE} for stub in stubs], "actions": ACTIONS,
                                "debuggers": [{"name": debugger, "given": "b"}], "cells": cells}), encoding="utf-8")


# Heads stay in sight: below them the page scrolls where the window is wide, else the table in its box.
def check_heads(browser, page):
    head, last = "table.interop tr:first-child th:nth-child(3)", "table.interop tr:last-child th"
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
    browser.open(page, 1280, 500)
    browser.run("document.querySelector(arguments[0]).scrollIntoView(false)", last)
    equal(browser.run(top, head), 0)
    browser.open(page, 390, 844)
    browser.run("const box = document.querySelector('.across'); box.scrollIntoView(true); box.scrollTop = box.scrollLeft = 200")
    equal(browser.run(top, head), browser.run(top, ".across"))
    left = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
    equal(browser.run(left, last), browser.run(left, ".across"))


def check_interop(browser, folder):
    for job, stubs in enumerate((["long-name-of-a-stub", "x"], [f"stub-{i}" for i in range(28)])):
        (folder / f"job{job}").mkdir()
        write_interop(folder / f"job{job}/m.json", stubs, f"debugger-{job}")
    page = folder / "interop.html"
    make(folder, "merge", "job0/m.json", "job1/m.json", "-o", f"html:{page}")
    check_everywhere(browser, page)
    check_heads(browser, page)
    browser.open(page)
    browser.keys("/", into="body")
    browser.keys("watchpoints")
    browser.wait("document.querySelector('[data-found]').textContent")
    equal([row.text.split()[0] for row in browser.shown("table.interop tr:not(:first-child)")], ["watchpoints"] * 2)
    link = browser.run("return document.querySelector('a[href$=pcapng]').getAttribute('href')")
    assert link.startswith("job0/captures/long-name-of-a-stub/debugger-0/"), link
    equal(browser.offences(), [])


# --- campaigns ----------------------------------------------------------------------------------------------------------


def check_campaign(browser, folder):
    make(folder, "fuzz", "--fault", "frame-empty-closes", "--max-messages", "3000", "-c", "one", "-o", "html:campaign.html")
    check_everywhere(browser, folder / "campaign.html")
    browser.open(folder / "campaign.html")
    assert "1 finding" in browser.text(".answer"), browser.text(".answer")
    equal(browser.text(".command"), "stubborn fuzz replay --stub reference --fault frame-empty-closes one/findings/closed-empty-packet/")
    sequences = len(list((folder / "one/corpus").iterdir()))
    equal(told(browser), f"{sequences} sequences")
    longer = browser.run("return page.grids.get('corpus').column('messages').values.filter((n) => n > 10).length")
    equal(filter_by(browser, "messages > 10"), f"{longer} of {sequences} sequences")
    equal(len(browser.all("[data-plot] canvas")), 3 if browser.run("return page.plots !== null") else 0)
    equal(browser.offences(), [])


def check_bench(browser, folder):
    make(folder, "bench", "attach", "condition", "-o", "html:bench.html")
    check_everywhere(browser, folder / "bench.html")
    browser.open(folder / "bench.html")
    ratio = "td:nth-child(4)"
    browser.run("document.querySelector('th:nth-child(4) .sorter').click()")
    ratios = [float(text) for text in browser.run("return Array.from(document.querySelector('table').querySelectorAll(arguments[0]), (c) => c.textContent)", ratio)]
    equal(ratios, sorted(ratios, reverse=True))
    assert ratios[0] == 1 and ratios[-1] < 1, ratios
    equal(browser.offences(), [])


CHECKS = [check_run, check_matrix, check_interop, check_capture, check_many, check_campaign, check_bench]


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        for check in CHECKS:
            if sys.argv[3:] and check.__name__ not in sys.argv[3:]:
                continue
            try:
                check(browser, pathlib.Path(folder))
                print("ok", check.__name__, flush=True)
            except AssertionError as error:
                failed += 1
                print("FAILED", check.__name__, error, flush=True)
                import traceback
                traceback.print_exc()
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
