import { attempt } from '../core/lib/attempt.ts'

/** When a goal holds on a page. */
export interface UrlRule {
  kind: string
  url?: string
  substring?: string
  pattern?: string
}

/** Whether an address is one that the rule means. The kinds and what they compare are the vendor's. */
export function matchesUrl({ kind, url, substring = '', pattern = '' }: UrlRule, href: string): boolean {
  const isSame = (address: string) => address === url || address === `${url}/`
  const [, path = '', hash = ''] = /^([^?#]*)[^#]*(.*)$/s.exec(href) ?? []
  // A hash with a slash is the path of an application that routes by hash.
  const routed = hash.includes('/') ? path + hash : path
  if (kind === 'exact') return isSame(href)
  if (kind === 'canonical') return isSame(path)
  if (kind === 'substring') return routed.includes(substring)
  return (
    kind === 'regex' &&
    attempt(
      () => new RegExp(pattern).test(routed),
      () => false,
    )
  )
}
