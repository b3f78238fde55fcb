import { attempt } from '../core/lib/attempt.ts'
import type { FlagPlatform } from '../flags/flagProvider.ts'

/** How often the URL is checked, in milliseconds: the browser does not report every change. */
const URL_INTERVAL_MS = 300

/** As the service defines it; JavaScript objects may lack any of it. */
export interface Goal {
  kind: 'click' | 'pageview'
  key: string
  urls?: UrlRule[]
  selector?: string
}

interface GoalsNeeds {
  platform: Pick<FlagPlatform, 'page' | 'clock' | 'clicks'>
  onGoal(goal: Goal): void
}

/** Reports the clicks and page views that the service defines as goals. */
export function watchGoals(goals: readonly Goal[], { platform, onGoal }: GoalsNeeds, signal: AbortSignal): void {
  const { page, clock, clicks } = platform
  let url: string | undefined
  let present: Goal[] = []
  let cancel = () => {}

  function checkUrl() {
    cancel()
    cancel = clock.after(URL_INTERVAL_MS, checkUrl)
    const href = page.url()
    if (href === url) return
    url = href
    present = goals.filter(({ urls }) => Array.isArray(urls) && urls.some((rule) => rule && matchesUrl(rule, href)))
    for (const goal of present) if (goal.kind === 'pageview') onGoal(goal)
  }

  const stops = [
    clicks?.onNavigate(checkUrl),
    clicks?.onClick((matches) => {
      checkUrl()
      for (const goal of present) if (goal.kind === 'click' && matches(goal.selector ?? '')) onGoal(goal)
    }),
    () => cancel(),
  ]
  checkUrl()
  signal.addEventListener('abort', () => stops.forEach((stop) => stop?.()))
}

/** A rule for the URLs of the pages to which a goal applies. */
export interface UrlRule {
  kind: string
  url?: string
  substring?: string
  pattern?: string
}

/** Whether a URL matches the rule. The vendor defines the kinds and what they compare. */
export function matchesUrl({ kind, url, substring = '', pattern = '' }: UrlRule, href: string): boolean {
  const isSame = (address: string) => address === url || address === `${url}/`
  const [, path = '', hash = ''] = /^([^?#]*)[^#]*(.*)$/s.exec(href) ?? []
  // A hash with a slash is the path of an application with hash routing.
  const routed = hash.includes('/') ? path + hash : path
  if (kind === 'exact') return isSame(href)
  if (kind === 'canonical') return isSame(path)
  if (kind === 'substring') return routed.includes(substring)
  return kind === 'regex' && attempt(() => new RegExp(pattern).test(routed)) === true
}
