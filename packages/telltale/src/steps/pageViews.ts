import { bool, type HasPassed, text } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { shortUrl } from '../core/lib/url.ts'
import type { AnalyticsEvent, MomentView } from '../core/model/event.ts'
import { isText } from '../core/model/promotion.ts'
import type { Step } from '../core/step.ts'
import { fn, type OptionTable } from '../core/optionTable.ts'
import type { Host } from '../core/host.ts'
import type { StepHost } from '../core/stepHost.ts'
import { pathPattern } from './pathPattern.ts'

/** How often a router is asked for the pattern of a new address, and how many times. */
const ASK_MS = 50
const TRIES = 40
/** The longest title and pattern that are kept, in characters. */
const MAX_LENGTH = 200
/** What does not belong to the address of a view. */
const BESIDE = { path: /[?#].*/s, query: /#.*/s, hash: /$^/ }

/** The options of `pageViews`. */
export interface PageViewsOptions {
  /** The name of the event: `Page viewed` when absent. */
  name?: string | undefined
  /**
   * Returns the pattern of the route at this address, such as `/quotes/:id`: of `reactRouterPattern`, `tanstackRouterPattern` or
   * `paramsPattern`, or a function of your own. `undefined` while the router is on its way, for two seconds at most; an empty text if
   * it has none. The pattern is then, and when the option is absent, the path with `:id` in place of all that may be an id.
   */
  pattern?: ((url: string) => string | undefined) | undefined
  /** The part of the address up to which another one is another view: `query` when absent, so that the fragment does not count. */
  until?: 'path' | 'query' | 'hash' | undefined
  /** `false` leaves out the title of the document, for an application whose titles name persons. */
  title?: boolean | undefined
}

const PAGE_VIEWS = {
  name: text,
  pattern: fn,
  until: [(value) => typeof value === 'string' && Object.hasOwn(BESIDE, value), 'path, query or hash'],
  title: bool,
} satisfies OptionTable<PageViewsOptions>

/** What a browser knows of the views of a page. */
export interface Views {
  /** Calls the listener when the address may have changed, and with `true` when the page is back from the back/forward cache. */
  onNavigate(listener: (isBack?: boolean) => void): Unsubscribe
  /** The title of the document, or the address of the page before. */
  read(name: 'title' | 'referrer'): string
}

/** Records each view, and adds it to the moment of the events that happen in it. */
export function createPageViews(options: PageViewsOptions, views: Views): Step & HasPassed {
  const name = isText(options.name) ? options.name : 'Page viewed'
  let running: ReturnType<typeof startViews> | undefined
  return {
    name: 'pageViews',
    passed: { what: 'pageViews', table: PAGE_VIEWS, options },
    start({ '~host': host, record }: StepHost) {
      running = startViews({ options, views, host, tell: ({ id: _id, ...view }) => record(name, view, 'page') })
      return running.stop
    },
    enrich: () => running && { moment: { view: running.now() } },
    process: (event) => (event.kind === 'page' && event.name === name ? withCampaign(event) : event),
  }
}

interface Needs {
  options: PageViewsOptions
  views: Views
  host: Host
  /** Called once for each view. */
  tell(view: MomentView): void
}

interface OpenView {
  id: string
  /** The address, as far as it tells views apart. */
  url: string
  referrer: string
  /** The title of the view before. The router may not have replaced it yet. */
  titleBefore: string
  /** Present as soon as the view is told. */
  pattern?: string
}

function startViews({ options, views, host, tell }: Needs) {
  const { clock, page, random } = host.platform
  const { pattern: route = () => '', until = 'query', title: hasTitle = true } = options
  const here = () => page.url().replace(BESIDE[until], '')
  /** Code of the application, or of a router that is not ready. */
  const routed = () => attempt(() => route(page.url()))
  let view = next(views.read('referrer'), '')
  let cancel = tellWithin(TRIES)

  function next(before: string, titleBefore: string): OpenView {
    return { id: random.uuid(), url: here(), referrer: shortUrl(before), titleBefore }
  }

  /** Begins the next view if the address is another one, whether or not the browser has said so. */
  function look(isBack?: boolean) {
    if (view.url === here() && !isBack) return
    cancel()
    if (isBack) view = next('', '')
    // What a task or a router passes through is on no screen: it is one view with what comes after it.
    else if (view.pattern === undefined) view.url = here()
    else view = next(view.url, views.read('title'))
    cancel = tellWithin(TRIES)
  }

  /** In a task of its own: routers have the pattern after the address, and set the title after that. */
  function tellWithin(tries: number): Unsubscribe {
    return clock.after(tries === TRIES ? 0 : ASK_MS, () => {
      if (tries > 0 && routed() === undefined) cancel = tellWithin(tries - 1)
      else tellNow()
    })
  }

  function tellNow() {
    cancel()
    if (view.pattern !== undefined) return
    view.pattern = patternNow()
    tell(momentOf(view))
  }

  function patternNow() {
    const given = routed()
    return (isText(given) ? given : pathPattern(view.url)).slice(0, MAX_LENGTH)
  }

  function momentOf({ id, referrer, titleBefore, pattern = patternNow() }: OpenView): MomentView {
    const title = views.read('title').slice(0, MAX_LENGTH)
    return {
      ...{ id, pattern },
      ...(hasTitle && title && title !== titleBefore && { title }),
      ...(referrer && { referrer }),
    }
  }

  const undo = [views.onNavigate(look), page.onMayExit(tellNow)]
  return {
    now() {
      look()
      return momentOf(view)
    },
    stop() {
      for (const step of [cancel, ...undo]) step()
    },
  }
}

/** What the address says about the campaign, without what grants access or identifies a person: the address is public by now. */
function withCampaign(event: AnalyticsEvent): AnalyticsEvent {
  const query = attempt(() => [...new URL(event.url).searchParams]) ?? []
  const campaign = query.filter(([name, value]) => name.startsWith('utm_') && value)
  return campaign.length > 0
    ? { ...event, properties: { ...Object.fromEntries(campaign), ...event.properties } }
    : event
}
