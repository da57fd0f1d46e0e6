"""What `mirabilia serve` prints when it is ready: addresses, and a QR code for phones in the same network."""

from __future__ import annotations

import io
import socket
import sys
from typing import TYPE_CHECKING

from mirabilia.cli.language import t

if TYPE_CHECKING:
    from mirabilia.server.settings import Settings


def lan_address() -> str | None:
    """This machine's address in its network, or None. Nothing is sent: only the route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation, never reached
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def qr_code(text: str) -> str:
    """The text as a QR code for terminals."""
    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()


def announce(settings: Settings, port: int | None) -> None:
    """Prints where the server can be reached."""
    from mirabilia.server.run import address_of

    lines = [t("serve.ready", address=address_of(settings, port))]
    if not settings.public_url:
        open_to_all = settings.host in ("0.0.0.0", "::")
        lan = lan_address() if open_to_all else None
        if lan:
            address = f"http://{lan}:{port or settings.port}{settings.path_prefix}/"
            lines += [t("serve.network", address=address), t("serve.open_to_network"), ""]
            if sys.stdout.isatty() or sys.stdout.encoding.lower().startswith("utf"):
                lines.append(qr_code(address))
        elif not open_to_all:
            lines.append(t("serve.only_here"))
    lines.append(t("serve.stop"))
    print("\n".join(lines), flush=True)
