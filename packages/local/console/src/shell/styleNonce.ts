/** The nonce that the page's policy requires for styles that scripts create. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.nonce ?? ''
}
