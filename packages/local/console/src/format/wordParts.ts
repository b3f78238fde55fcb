/** Where a long name may wrap: after a separator, and before a word that begins with a capital. */
const BREAKS = /(?<=[_./:@\-,=&?])(?=[^\s])|(?<=[a-z])(?=[A-Z])/

/** Splits a name into parts that must not wrap. */
export function wordParts(name: string): readonly string[] {
  return name.split(BREAKS)
}
