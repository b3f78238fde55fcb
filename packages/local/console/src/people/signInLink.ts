import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'

/**
 * The address at which the application signs a person in, optionally impersonated. It contains no token, because addresses are
 * stored in too many places.
 */
export function signInLink(page: string, who: string, by?: string): string {
  const link = new URL(page)
  link.searchParams.set('as', who)
  if (by !== undefined) link.searchParams.set('by', by)
  return link.href
}

/** The open pages of the application, without duplicates, to choose where to sign in. */
export function openPages(tabs: readonly TabConnection[]): readonly string[] {
  return [...new Set(tabs.map(({ page }) => page))].filter((page) => /^https?:/.test(page))
}
