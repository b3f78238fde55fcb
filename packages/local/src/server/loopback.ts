const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Whether a Host header names this machine. A page elsewhere can have its own name resolve to 127.0.0.1 and then reads what is
 * served there (DNS rebinding), but the Host header still has that page's name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return LOOPBACK_NAMES.has(hostName(host ?? ''))
}

/** A Host header without its port. */
export function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** The host of a page's Origin header without its port; empty when the header is not an origin on the web. */
export function originName(origin: string): string {
  return hostName(/^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? '')
}
