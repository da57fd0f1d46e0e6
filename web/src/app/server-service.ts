// The table service of a server: REST requests and one WebSocket per table.

import type { ServerMessage } from "../generated/messages";
import { type Conversation, type Listener, Refused, type Request, type TableService } from "./service";

export const server: TableService = { connects: true, request, converse };

async function request({ method, path, body, link, lang }: Request): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`api/v1${path}`, {
      method,
      headers: {
        "accept-language": lang, // the viewer's, which need not be the browser's
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(link ? { "x-mirabilia-link": link } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused("offline");
  }
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  if (!answer.ok) {
    const refusal = isJson ? ((await answer.json()) as { code?: string; args?: Record<string, unknown> }) : {};
    throw new Refused(refusal.code ?? "server_error", refusal.args);
  }
  return isJson ? answer.json() : answer.text();
}

function converse(table: string, listener: Listener): Conversation {
  const address = new URL(`ws/v1/tables/${encodeURIComponent(table)}`, location.href.split("#")[0]);
  address.protocol = address.protocol.replace("http", "ws");
  address.search = "";
  const socket = new WebSocket(address);
  socket.onopen = () => listener.opened();
  socket.onmessage = (event) => listener.heard(JSON.parse(String(event.data)) as ServerMessage);
  socket.onclose = (event) => listener.ended(event.code);
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    mayHang: true,
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => {
      // Closing in good order could take as long as the network likes.
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}
