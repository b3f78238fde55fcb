import { REDIRECTS } from '../core/http/http.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagOutside } from './flagPlatform.ts'
import { matchesUrl, type UrlRule } from './matchesUrl.ts'

/** Not every change of the address is told by the browser. */
const URL_INTERVAL_MS = 300

interface Goal {
  kind: 'click' | 'pageview'
  key: string
  urls?: UrlRule[]
  selector?: string
}

interface GoalsNeeds {
  request: HttpRequest
  platform: Pick<FlagOutside, 'http' | 'page' | 'clock' | 'visitor'>
  onGoal(goal: Goal): void
  onReady?: (() => void) | undefined
  report(problem: string): void
}

/** Watches for the clicks and page views that the service asks for. */
export async function watchGoals(needs: GoalsNeeds, signal: AbortSignal): Promise<void> {
  const { http, page, clock, visitor } = needs.platform
  const answer = await http({ ...needs.request, signal })
  const text = answer.outcome === 'success' ? await answer.text() : undefined
  const parsed = parseJson(text ?? '')
  if (signal.aborted) return
  const goals = (Array.isArray(parsed) ? parsed.filter(isRecord) : []) as unknown as Goal[]
  // A blocker that lets nothing through is told of once, where flags are asked for.
  const reason = answer.outcome === 'redirect' ? `the address ${REDIRECTS}` : answer.status
  if (!parsed) needs.report(`Error fetching goals: ${reason}`)
  needs.onReady?.()
  if (!goals[0]) return

  let url: string | undefined
  let present: Goal[] = []
  let cancel = () => {}

  function look() {
    cancel()
    cancel = clock.after(URL_INTERVAL_MS, look)
    const href = page.url()
    if (href === url) return
    url = href
    present = goals.filter(
      ({ urls }) => Array.isArray(urls) && urls.some((rule) => isRecord(rule) && matchesUrl(rule, href)),
    )
    for (const goal of present) if (goal.kind === 'pageview') needs.onGoal(goal)
  }

  const stops = [
    visitor?.onNavigate(look),
    visitor?.onClick((matches) => {
      look()
      for (const goal of present) if (goal.kind === 'click' && matches(goal.selector ?? '')) needs.onGoal(goal)
    }),
    () => cancel(),
  ]
  look()
  signal.addEventListener('abort', () => stops.forEach((stop) => stop?.()))
}
