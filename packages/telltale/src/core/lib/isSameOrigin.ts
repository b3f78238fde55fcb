/** Whether a request to `url`, which may be relative, stays with the page at `pageUrl`. */
export function isSameOrigin(url: string, pageUrl: string): boolean {
  try {
    return new URL(url, pageUrl).origin === new URL(pageUrl).origin
  } catch {
    return false
  }
}
