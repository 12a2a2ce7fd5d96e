"""An X client of a few calls, by libX11 alone: what xdotool cannot ask of a window manager or a window."""

import ctypes
import os
import struct
import time
import zlib

CLIENT_MESSAGE = 33
ANY_PROPERTY = 0
STRUCTURE_NOTIFY = 1 << 17
SUBSTRUCTURE_NOTIFY = 1 << 19
SUBSTRUCTURE_REDIRECT = 1 << 20


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("pad", ctypes.c_long * 24)]


class Image(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_ubyte)), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int),
                ("bytes_per_line", ctypes.c_int), ("bits_per_pixel", ctypes.c_int)]


ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


def library():
    x = ctypes.CDLL("libX11.so.6")
    window, display = ctypes.c_ulong, ctypes.c_void_p
    for name, result, arguments in (
            ("XOpenDisplay", display, [ctypes.c_char_p]),
            ("XDefaultRootWindow", window, [display]),
            ("XInternAtom", ctypes.c_ulong, [display, ctypes.c_char_p, ctypes.c_int]),
            ("XSelectInput", ctypes.c_int, [display, window, ctypes.c_long]),
            ("XSendEvent", ctypes.c_int, [display, window, ctypes.c_int, ctypes.c_long, ctypes.POINTER(Event)]),
            ("XSync", ctypes.c_int, [display, ctypes.c_int]),
            ("XPending", ctypes.c_int, [display]),
            ("XNextEvent", ctypes.c_int, [display, ctypes.POINTER(Event)]),
            ("XGetWindowProperty", ctypes.c_int,
             [display, window, ctypes.c_ulong, ctypes.c_long, ctypes.c_long, ctypes.c_int, ctypes.c_ulong,
              ctypes.POINTER(ctypes.c_ulong), ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_ulong),
              ctypes.POINTER(ctypes.c_ulong), ctypes.POINTER(ctypes.c_void_p)]),
            ("XGetGeometry", ctypes.c_int,
             [display, window, ctypes.POINTER(window)] + [ctypes.POINTER(ctypes.c_int)] * 2 +
             [ctypes.POINTER(ctypes.c_uint)] * 4),
            ("XTranslateCoordinates", ctypes.c_int,
             [display, window, window, ctypes.c_int, ctypes.c_int] + [ctypes.POINTER(ctypes.c_int)] * 2 +
             [ctypes.POINTER(window)]),
            ("XGrabPointer", ctypes.c_int,
             [display, window, ctypes.c_int, ctypes.c_uint, ctypes.c_int, ctypes.c_int, window, ctypes.c_ulong,
              ctypes.c_ulong]),
            ("XUngrabPointer", ctypes.c_int, [display, ctypes.c_ulong]),
            ("XGrabKeyboard", ctypes.c_int,
             [display, window, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]),
            ("XUngrabKeyboard", ctypes.c_int, [display, ctypes.c_ulong]),
            ("XGetImage", ctypes.POINTER(Image),
             [display, window, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]),
            ("XDestroyImage", ctypes.c_int, [ctypes.POINTER(Image)]),
            ("XFree", ctypes.c_int, [ctypes.c_void_p])):
        function = getattr(x, name)
        function.restype, function.argtypes = result, arguments
    return x


class Display:
    """The screen, and what its windows and its window manager say."""

    def __init__(self, name):
        self.x = library()
        # A window may go between two calls; the default would end this process.
        self.handler = ERROR_HANDLER(lambda display, event: 0)
        self.x.XSetErrorHandler(self.handler)
        self.display = self.x.XOpenDisplay(name.encode())
        if not self.display:
            raise RuntimeError(f"the display {name} cannot be opened")
        self.root = self.x.XDefaultRootWindow(self.display)
        self.x.XSelectInput(self.display, self.root, STRUCTURE_NOTIFY | SUBSTRUCTURE_NOTIFY)
        self.atoms = {}
        self.pings = 0

    def atom(self, name):
        if name not in self.atoms:
            self.atoms[name] = self.x.XInternAtom(self.display, name.encode(), 0)
        return self.atoms[name]

    def property(self, window, name):
        """Numbers of 32 bits as a list, of 8 as bytes; empty where there are none."""
        kind, bits = ctypes.c_ulong(), ctypes.c_int()
        count, left, data = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
        failed = self.x.XGetWindowProperty(self.display, window, self.atom(name), 0, 4096, 0, ANY_PROPERTY,
                                           ctypes.byref(kind), ctypes.byref(bits), ctypes.byref(count),
                                           ctypes.byref(left), ctypes.byref(data))
        if failed or not data:
            return []
        if bits.value == 32:
            value = list((ctypes.c_ulong * count.value).from_address(data.value))
        else:
            value = ctypes.string_at(data, count.value)
        self.x.XFree(data)
        return value

    def clients(self):
        """The windows that the window manager knows, the oldest first."""
        return self.property(self.root, "_NET_CLIENT_LIST")

    def active(self):
        window = self.property(self.root, "_NET_ACTIVE_WINDOW")
        return window[0] if window else 0

    def process(self, window):
        number = self.property(window, "_NET_WM_PID")
        return number[0] if number else 0

    def title(self, window):
        return bytes(self.property(window, "_NET_WM_NAME")).decode(errors="replace")

    def is_main(self, window):
        """Whether it belongs to no other window."""
        return not self.property(window, "WM_TRANSIENT_FOR")

    def is_dialog(self, window):
        return self.atom("_NET_WM_WINDOW_TYPE_DIALOG") in self.property(window, "_NET_WM_WINDOW_TYPE")

    def place(self, window):
        """Left, top, width and height on the screen, without its frame; None where it is gone."""
        root, other = ctypes.c_ulong(), ctypes.c_ulong()
        x, y = ctypes.c_int(), ctypes.c_int()
        width, height, border, depth = (ctypes.c_uint() for _ in range(4))
        by = ctypes.byref
        if not self.x.XGetGeometry(self.display, window, by(root), by(x), by(y), by(width), by(height), by(border),
                                   by(depth)):
            return None
        if not self.x.XTranslateCoordinates(self.display, window, self.root, 0, 0, by(x), by(y), by(other)):
            return None
        return x.value, y.value, width.value, height.value

    def frame(self, window):
        """The widths that the window manager adds: left, right, top, bottom."""
        widths = self.property(window, "_NET_FRAME_EXTENTS")
        return widths if len(widths) == 4 else [0, 0, 0, 0]

    def send(self, to, window, message, data, mask):
        event = Event()
        event.client.type = CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self.atom(message)
        event.client.format = 32
        for i, number in enumerate(data):
            event.client.data[i] = number
        self.x.XSendEvent(self.display, to, 0, mask, ctypes.byref(event))
        self.x.XSync(self.display, 0)

    def ask(self, window, message, *data):
        """Asks the window manager, as a taskbar does."""
        self.send(self.root, window, message, data, SUBSTRUCTURE_NOTIFY | SUBSTRUCTURE_REDIRECT)

    def ping(self, window, seconds):
        """How long the window took to answer, or None where it did not. Its answer comes from its event loop."""
        self.pings += 1
        mark = self.pings
        begin = time.monotonic()
        self.send(window, window, "WM_PROTOCOLS", [self.atom("_NET_WM_PING"), mark, window], 0)
        event = Event()
        while time.monotonic() - begin < seconds:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, ctypes.byref(event))
                client = event.client
                if (event.type == CLIENT_MESSAGE and client.message_type == self.atom("WM_PROTOCOLS")
                        and client.data[0] == self.atom("_NET_WM_PING") and client.data[1] == mark):
                    return time.monotonic() - begin
            time.sleep(0.002)
        return None

    def can_grab(self):
        """Whether another client can take pointer and keyboard: nobody holds them."""
        asynchronous, now = 1, 0
        pointer = self.x.XGrabPointer(self.display, self.root, 0, 0, asynchronous, asynchronous, 0, 0, now)
        self.x.XUngrabPointer(self.display, now)
        keyboard = self.x.XGrabKeyboard(self.display, self.root, 0, asynchronous, asynchronous, now)
        self.x.XUngrabKeyboard(self.display, now)
        self.x.XSync(self.display, 0)
        return pointer == 0 and keyboard == 0

    def keep_picture(self, path):
        """The whole screen as a PNG."""
        _, _, width, height = self.place(self.root)
        image = self.x.XGetImage(self.display, self.root, 0, 0, width, height, 0xFFFFFFFF, 2)
        if not image:
            return
        line = image.contents.bytes_per_line
        data = ctypes.string_at(image.contents.data, line * height)
        self.x.XDestroyImage(image)
        rows = bytearray()
        for y in range(height):
            row = data[y * line:y * line + width * 4]
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            rows += b"\0" + rgb
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, content in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                                  (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b"")):
                file.write(struct.pack(">I", len(content)) + kind + content +
                           struct.pack(">I", zlib.crc32(kind + content)))
