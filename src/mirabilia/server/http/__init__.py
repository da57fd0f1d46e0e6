"""HTTP and WebSocket: connections and their limits, REST routes, the live socket, and the page's files."""
