"""WebKitGTK as a program that another one drives.

Takes one argument, the profile's options as JSON, and then commands on its standard input, one JSON object in each line:
{"id": 1, "command": "goto", "tab": 1, "url": "http://127.0.0.1/"}. Answers on its standard output, one JSON object in each
line: {"id": 1, "value": ...}, {"id": 1, "error": "..."} or {"event": ...}. WebKit writes the console of the pages to the
standard error output. Needs a display.
"""
import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

LOOPBACK = ["127.0.0.1", "localhost"]
NOWHERE = "http://127.0.0.1:9"

options = json.loads(sys.argv[1])
tabs = {}


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def make_manager():
    if options.get("isPrivate"):
        return WebKit2.WebsiteDataManager.new_ephemeral()
    directory = options["directory"]
    return WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(directory, "data"),
        base_cache_directory=os.path.join(directory, "cache"),
    )


manager = make_manager()
context = WebKit2.WebContext.new_with_website_data_manager(manager)


def set_offline(is_offline):
    proxy = NOWHERE if is_offline else options.get("proxy", NOWHERE)
    direct = None if is_offline else LOOPBACK
    manager.set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(proxy, direct)
    )


def make_settings():
    settings = WebKit2.Settings()
    settings.set_property("enable-page-cache", True)
    settings.set_property("enable-write-console-messages-to-stdout", True)
    # Without a graphics card, WebKit would emulate one.
    settings.set_property("hardware-acceleration-policy", WebKit2.HardwareAccelerationPolicy.NEVER)
    if options.get("blocksSiteData"):
        settings.set_property("enable-html5-local-storage", False)
        settings.set_property("enable-html5-database", False)
    return settings


def make_content():
    content = WebKit2.UserContentManager()
    if options.get("before"):
        frames = WebKit2.UserContentInjectedFrames.ALL_FRAMES
        at_start = WebKit2.UserScriptInjectionTime.START
        content.add_script(WebKit2.UserScript.new(options["before"], frames, at_start, None, None))
    return content


class Tab:
    """One view in a window of its own: there is no window manager, so that all of them are visible."""

    def __init__(self, key):
        self.key = key
        self.loading = None
        self.view = WebKit2.WebView(
            web_context=context, settings=make_settings(), user_content_manager=make_content()
        )
        self.window = Gtk.Window()
        self.window.set_default_size(1280, 800)
        self.window.add(self.view)
        self.window.show_all()
        self.view.connect("load-changed", self.on_load_changed)
        self.view.connect("load-failed", self.on_load_failed)
        self.view.connect("web-process-terminated", lambda *_: say({"event": "crash", "tab": self.key}))
        self.view.connect("close", lambda _: self.destroy())

    def load(self, answer, start):
        self.loading = answer
        start()

    def end_load(self, error=None):
        answer, self.loading = self.loading, None
        if answer:
            answer(error=error)

    def on_load_changed(self, _view, event):
        if event == WebKit2.LoadEvent.COMMITTED:
            say({"event": "left", "tab": self.key})
        if event == WebKit2.LoadEvent.FINISHED:
            self.end_load()

    def on_load_failed(self, _view, _event, url, error):
        self.end_load(f"{url}: {error.message}")
        # No error page: the end of its load would be taken for the end of the next one.
        return True

    def run(self, answer, body):
        def done(view, result):
            try:
                value = view.call_async_javascript_function_finish(result)
                answer(value.to_string() if value.is_string() else None)
            except GLib.Error as error:
                answer(error=error.message)

        self.view.call_async_javascript_function(body, -1, None, None, None, None, done)

    def destroy(self):
        tabs.pop(self.key, None)
        self.window.destroy()
        say({"event": "close", "tab": self.key})


def offline(command, answer):
    set_offline(command["isOffline"])
    # The network process learns it by a message. It answers this one after it.
    manager.get_cookie_manager().get_accept_policy(None, lambda *_: answer())


def open_tab(command, answer):
    tabs[command["tab"]] = Tab(command["tab"])
    answer()


def at_once(act):
    """A command that is done when its call returns."""

    def do(command, answer):
        act(command)
        answer()

    return do


def tab_of(command):
    return tabs[command["tab"]]


commands = {
    "openTab": open_tab,
    "goto": lambda command, answer: tab_of(command).load(answer, lambda: tab_of(command).view.load_uri(command["url"])),
    "reload": lambda command, answer: tab_of(command).load(answer, tab_of(command).view.reload),
    "run": lambda command, answer: tab_of(command).run(answer, command["body"]),
    "back": at_once(lambda command: tab_of(command).view.go_back()),
    # As its user does: the page hears its exit events before the signal "close".
    "close": at_once(lambda command: tab_of(command).view.try_close()),
    "destroy": at_once(lambda command: tab_of(command).destroy()),
    "offline": offline,
    "quit": at_once(lambda _: Gtk.main_quit()),
}


def take_line(line):
    command = json.loads(line)

    def answer(value=None, error=None):
        say({"id": command["id"], "value": value} if error is None else {"id": command["id"], "error": error})

    try:
        commands[command["command"]](command, answer)
    except Exception as error:  # whoever has asked is to hear of it
        answer(error=repr(error))


pending = b""


def take_input(*_):
    """Reads without a buffer: of two lines that come at once, a buffered reader would keep the second until a third comes."""
    global pending
    chunk = os.read(0, 65536)
    if not chunk:
        Gtk.main_quit()
        return False
    *lines, pending = (pending + chunk).split(b"\n")
    for line in lines:
        take_line(line)
    return True


set_offline(False)
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, take_input)
version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
say({"event": "ready", "version": ".".join(map(str, version))})
Gtk.main()
