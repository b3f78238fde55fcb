/** What the page's policy wants to see on a style that a script writes. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.nonce ?? ''
}
