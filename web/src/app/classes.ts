// The class of an element, of the names that apply.

/** The names one after the other; what is false or missing is left out. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
