import { attempt } from '../core/lib/attempt.ts'
import { isPage } from './windowPage.ts'

/**
 * Removes the cookies that scripts of this site can see and whose names begin so. A cookie is removed under the domain for which it was set, which the
 * browser does not tell: the host and all domains above it are tried.
 */
export function removeCookies(beginnings: readonly string[]): void {
  if (!isPage()) return
  const names = (attempt(() => document.cookie) ?? '').split('; ').map((pair) => pair.replace(/=.*/s, ''))
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_label, index) => `; domain=${labels.slice(index).join('.')}`)]
  for (const name of names)
    if (beginnings.some((start) => name.startsWith(start)))
      for (const domain of domains) attempt(() => (document.cookie = `${name}=; max-age=0; path=/${domain}`))
}
