"""Redis and WebSockets in as little as the example programs need, with Python's own library."""
import base64
import hashlib
import os
import socket
import struct
import urllib.parse


class Redis:
    """One connection; a call sends one command and returns its answer: bytes, int, list or None."""

    def __init__(self, url=None):
        parts = urllib.parse.urlsplit(url or os.environ.get("REDIS_URL", "redis://127.0.0.1:6379"))
        self.socket = socket.create_connection((parts.hostname, parts.port or 6379))
        self.file = self.socket.makefile("rb")
        if parts.password:
            self("AUTH", parts.username or "default", parts.password)

    def __call__(self, *words):
        encoded = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(e), e) for e in encoded))
        return self.answer()

    def answer(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if rest == b"-1" else self.file.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return None if rest == b"-1" else [self.answer() for _ in range(int(rest))]
        return rest


class WebSocket:
    """An open WebSocket; `masked` at the end that connected."""

    TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

    def __init__(self, connection, masked):
        self.socket, self.file, self.masked = connection, connection.makefile("rb"), masked

    def send(self, opcode, data):
        data = data if isinstance(data, bytes) else data.encode()
        length = len(data)
        head = bytes([0x80 | opcode])
        mask = 0x80 if self.masked else 0
        if length < 126:
            head += bytes([mask | length])
        elif length < 65536:
            head += bytes([mask | 126]) + struct.pack(">H", length)
        else:
            head += bytes([mask | 127]) + struct.pack(">Q", length)
        self.socket.sendall(head + (b"\0\0\0\0" if self.masked else b"") + data)

    def receive(self):
        """(opcode, data) of the next message; answers pings; None when the other end has closed."""
        message, kind = b"", None
        while True:
            head = self.file.read(2)
            if len(head) < 2 or head[0] & 15 == self.CLOSE:
                return None
            length = head[1] & 127
            if length >= 126:
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            mask = self.file.read(4) if head[1] & 128 else b"\0\0\0\0"
            data = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.file.read(length)))
            if head[0] & 15 == self.PING:
                self.send(self.PONG, data)
            elif head[0] & 15 != self.PONG:
                kind, message = kind or head[0] & 15, message + data
                if head[0] & 128:
                    return kind, message

    def close(self):
        self.send(self.CLOSE, struct.pack(">H", 1000))
        self.socket.close()


def _head(connection):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            raise ConnectionError("closed during the handshake")
        head += byte
    return head.decode()


def connect(url):
    parts = urllib.parse.urlsplit(url)
    connection = socket.create_connection((parts.hostname, parts.port))
    path = parts.path + ("?" + parts.query if parts.query else "")
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall((f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    head = _head(connection)
    if " 101 " not in head.splitlines()[0]:
        raise ConnectionError(head.splitlines()[0])
    return WebSocket(connection, masked=True)


def accept(listener, path):
    """Waits for a client that connects to the path."""
    while True:
        connection, _ = listener.accept()
        head = _head(connection)
        if head.split(" ")[1] != path:
            connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            connection.close()
            continue
        key = next(line.split(": ")[1] for line in head.splitlines() if line.lower().startswith("sec-websocket-key"))
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n")
        return WebSocket(connection, masked=False)
