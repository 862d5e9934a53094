"""Drags files onto a window as a file manager does, by the XDND protocol (version 5) with a source window of our own."""
import os
import time
import urllib.parse

from Xlib import X, display
from Xlib.protocol import event

PATIENCE = float(os.environ.get("MENISCUS_PATIENCE", "60"))


class DragSource:
    def __init__(self, display_name):
        self.display = display.Display(display_name)
        self.root = self.display.screen().root
        self.window = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self.atom = self.display.intern_atom

    def close(self):
        self.display.close()

    def drop(self, target_id, x, y, paths):
        """Drops files at a place of the window, in its own coordinates; returns whether it took them."""
        uris = "".join("file://" + urllib.parse.quote(os.fsencode(path)) + "\r\n" for path in paths)
        target = self.display.create_resource_object("window", int(target_id))
        place = self.root.translate_coords(target, x, y)
        self.window.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        uri_list = self.atom("text/uri-list")
        self._send(target, "XdndEnter", [self.window.id, 5 << 24, uri_list, 0, 0])
        copy = self.atom("XdndActionCopy")
        self._send(target, "XdndPosition", [self.window.id, 0, (place.x << 16) | place.y, X.CurrentTime, copy])
        status = self._wait_for("XdndStatus", uris)
        if not status[1] & 1:
            self._send(target, "XdndLeave", [self.window.id, 0, 0, 0, 0])
            return False
        self._send(target, "XdndDrop", [self.window.id, 0, X.CurrentTime, 0, 0])
        return self._wait_for("XdndFinished", uris)[1] != 0  # GLFW gives the count of bytes here

    def _send(self, target, kind, data):
        message = event.ClientMessage(window=target, client_type=self.atom(kind), data=(32, data))
        target.send_event(message, event_mask=X.NoEventMask)
        self.display.flush()

    def _wait_for(self, kind, uris):
        """The data of the message, answering requests for the files meanwhile."""
        end = time.monotonic() + PATIENCE
        wanted = self.atom(kind)
        while time.monotonic() < end:
            if not self.display.pending_events():
                time.sleep(0.005)
                continue
            got = self.display.next_event()
            if got.type == X.SelectionRequest:
                self._answer(got, uris)
            elif got.type == X.ClientMessage and got.client_type == wanted:
                return got.data[1]
        raise AssertionError(f"waited {PATIENCE:.0f} s for {kind}")

    def _answer(self, request, uris):
        request.requestor.change_property(request.property, request.target, 8, uris.encode())
        answer = event.SelectionNotify(time=request.time, requestor=request.requestor, selection=request.selection,
                                       target=request.target, property=request.property)
        request.requestor.send_event(answer)
        self.display.flush()
