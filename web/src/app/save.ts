// Files that the page hands out: records, scores, pictures.

/** Saves what a file holds under a name, as the browser saves files. */
export function save(name: string, held: string | Blob): void {
  const blob = typeof held === "string" ? new Blob([held], { type: "text/plain;charset=utf-8" }) : held;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // A browser with much to do, or one that asks where to put the file, reads it a good while later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
