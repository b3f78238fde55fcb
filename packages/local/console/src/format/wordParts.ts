/** Where a long name may go on in the next line: after what joins its words, and before a word that begins with a capital. */
const BREAKS = /(?<=[_./:@\-,=&?])(?=[^\s])|(?<=[a-z])(?=[A-Z])/

/** A name in parts none of which is to be broken. */
export function wordParts(name: string): readonly string[] {
  return name.split(BREAKS)
}
