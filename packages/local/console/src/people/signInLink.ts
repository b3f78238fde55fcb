import type { TabConnection } from '../../../src/console/consoleConnections.ts'

/**
 * Where a page of the application signs somebody in, as `who` or as somebody who looks on in their name. No token is in it:
 * an address is kept in too many places.
 */
export function signInLink(page: string, who: string, by?: string): string {
  const link = new URL(page)
  link.searchParams.set('as', who)
  if (by !== undefined) link.searchParams.set('by', by)
  return link.href
}

/** The pages of the application that are open, each once: where one can be sent to be signed in. */
export function openPages(tabs: readonly TabConnection[]): readonly string[] {
  return [...new Set(tabs.map(({ page }) => page))].filter((page) => /^https?:/.test(page))
}
