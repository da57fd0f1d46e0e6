// The controls on screen now, for parts that live outside the table (tooltip, keyboard help).

import { signal } from "@preact/signals";
import type { Controls } from "./controls";

export const currentControls = signal<Controls | null>(null);
