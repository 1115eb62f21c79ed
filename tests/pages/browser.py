# A headless Chromium for the tests of pages: sizes, light and dark, keys, errors, requests to the network.
# Through Debian's python3-selenium and chromium-driver (tools/setup page). Used by the tests beside it; with arguments
# it takes a picture: browser.py PAGE.html PICTURE.png [WIDTH [HEIGHT [light|dark]]]
# SPDX-License-Identifier: MIT
import json
import pathlib
import sys
import tempfile
import time

SKIPPED = 77

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: no python3-selenium (tools/setup page)")
    sys.exit(SKIPPED)

DRIVER = pathlib.Path("/usr/bin/chromedriver")
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"]

# Runs before the page's own scripts: what a hostile name would do is seen here.
WATCH = """
window.seen = [];
for (const name of ["alert", "confirm", "prompt"]) window[name] = (text) => { window.seen.push(name + " " + text); };
window.addEventListener("securitypolicyviolation", (e) => window.seen.push("violates " + e.violatedDirective + " " + e.sample));
window.addEventListener("error", (e) => window.seen.push("error " + e.message));
"""


class Browser:
    def __init__(self):
        if not DRIVER.exists():
            print("skipped: no chromium-driver (tools/setup page)")
            sys.exit(SKIPPED)
        self.folder = tempfile.TemporaryDirectory()
        options = webdriver.ChromeOptions()
        for flag in FLAGS + [f"--user-data-dir={self.folder.name}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(str(DRIVER)), options=options)
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(60)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.folder.cleanup()

    # A narrow window is a phone: its own width, and touch.
    def open(self, path, width=1280, height=900, scheme="light", script=True):
        command = self.driver.execute_cdp_cmd
        command("Emulation.setDeviceMetricsOverride",
                {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        command("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.driver.get(pathlib.Path(path).resolve().as_uri())

    # Whether an element is seen, asked of the browser's own tree: works where the page may run no scripts.
    def is_drawn(self, selector):
        command = self.driver.execute_cdp_cmd
        root = command("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = command("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        if node == 0:
            return False
        try:
            return command("DOM.getBoxModel", {"nodeId": node})["model"]["height"] > 0
        except WebDriverException:
            return False

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def shown(self, selector):
        return [each for each in self.all(selector) if each.is_displayed()]

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    # Waits for a condition of the page, an expression; what it came to.
    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(f"return {expression}")
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"never true: {expression}")

    # Lets every timer of the page run out that was set for up to this many milliseconds.
    def run_timers(self, ms=250):
        self.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", ms)

    # Into an element, or where the focus is; names such as "ARROW_DOWN" are keys.
    def keys(self, *keys, into=None):
        element = self.one(into) if into else self.driver.switch_to.active_element
        element.send_keys(*[getattr(Keys, key, key) for key in keys])

    # What the page did that it must not do: errors, broken policy, dialogs, requests to anywhere.
    def offences(self):
        found = list(self.run("return window.seen"))
        found += [entry["message"] for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    found.append("requests " + url)
        return found

    # How many pixels the page is wider than its window; 0 is right.
    def overflow(self):
        return self.run("const d = document.scrollingElement; return Math.max(0, d.scrollWidth - window.innerWidth)")

    def picture(self, path, whole=True):
        import base64
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))


def main():
    page, picture = sys.argv[1:3]
    width, height = (int(each) for each in (sys.argv[3:5] + ["1280", "900"][len(sys.argv) - 3:])[:2])
    with Browser() as browser:
        browser.open(page, width, height, *sys.argv[5:6])
        browser.picture(picture, whole=False)
        print(browser.offences(), browser.overflow())


if __name__ == "__main__":
    main()
