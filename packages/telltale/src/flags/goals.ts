import { REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagDeps } from './flagClient.ts'

/** How often the URL is checked, in milliseconds: the browser does not report every change. */
const URL_INTERVAL_MS = 300

interface Goal {
  kind: 'click' | 'pageview'
  key: string
  urls?: UrlRule[]
  selector?: string
}

interface GoalsNeeds {
  request: HttpRequest
  platform: Pick<FlagDeps, 'http' | 'page' | 'clock' | 'visitor'>
  onGoal(goal: Goal): void
  onReady?: (() => void) | undefined
  report(problem: string): void
}

/** Reports the clicks and page views that the service defines as goals. */
export async function watchGoals(needs: GoalsNeeds, signal: AbortSignal): Promise<void> {
  const { http, page, clock, visitor } = needs.platform
  const answer = await http({ ...needs.request, signal })
  const text = answer.outcome === 'success' ? await answer.text() : undefined
  const parsed = parseJson(text ?? '')
  if (signal.aborted) return
  const goals = (Array.isArray(parsed) ? parsed.filter(isRecord) : []) as unknown as Goal[]
  const reason = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : answer.status
  // A network that is down is reported with the flags.
  if (!parsed && reason)
    needs.report(`Error fetching goals, which count clicks and page views for experiments: ${reason} (T103)`)
  needs.onReady?.()
  if (!goals[0]) return

  let url: string | undefined
  let present: Goal[] = []
  let cancel = () => {}

  function checkUrl() {
    cancel()
    cancel = clock.after(URL_INTERVAL_MS, checkUrl)
    const href = page.url()
    if (href === url) return
    url = href
    present = goals.filter(
      ({ urls }) => Array.isArray(urls) && urls.some((rule) => isRecord(rule) && matchesUrl(rule, href)),
    )
    for (const goal of present) if (goal.kind === 'pageview') needs.onGoal(goal)
  }

  const stops = [
    visitor?.onNavigate(checkUrl),
    visitor?.onClick((matches) => {
      checkUrl()
      for (const goal of present) if (goal.kind === 'click' && matches(goal.selector ?? '')) needs.onGoal(goal)
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
  return (
    kind === 'regex' &&
    attempt(
      () => new RegExp(pattern).test(routed),
      () => false,
    )
  )
}
