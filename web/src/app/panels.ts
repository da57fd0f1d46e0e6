// Panels that can be opened from several places.

import { signal } from "@preact/signals";

export const settingsOpen = signal(false);
export type Panel = "log" | "chat" | "chains" | "help" | "discard" | "links" | "menu" | "result" | "absent" | null;
export const panel = signal<Panel>(null);
