/** `undefined` when the text is not JSON, as when a proxy answers with a page of its own. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
