// The desk on screen now, for parts that live outside the table (tooltip, keyboard help).

import { signal } from "@preact/signals";
import type { Desk } from "./desk";

export const currentDesk = signal<Desk | null>(null);
