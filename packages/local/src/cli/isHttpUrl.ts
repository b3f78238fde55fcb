/** Whether a text is an address that a request can be sent to. */
export function isHttpUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text)
}
