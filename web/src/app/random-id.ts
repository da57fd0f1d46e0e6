// Names for commands, so that one sent twice is carried out once.

export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => (n % 36).toString(36)).join("");
