import { RELEASES, type Deployment } from './truthDeployments.suite.ts'
import { openPage, type Library, type Limits, type Page, type User } from './truthPage.suite.ts'
import type { Step } from './truthStep.suite.ts'
import { createWorld, isOfSupport, SERVICES, type World } from './truthWorld.suite.ts'

export interface History extends Limits {
  steps: readonly Step[]
  /** For how long nothing of the application is open before each of the last pages, in milliseconds. */
  absenceMs?: number | undefined
  /** Whether the settings have `identity.visitor`. */
  hasVisitor?: boolean | undefined
  /** How the pages are set up; as usual when absent. */
  today?: Library | undefined
  /** The version of the library before this one, for the tabs that are opened while it is deployed. */
  before?: Library | undefined
}

/** Steps that do not need an open page. Any other step opens a page first if all are closed. */
const NEED_NO_PAGE: readonly Step['do'][] = [
  ...(['change flags', 'open tab', 'wait', 'break', 'mend', 'answer', 'block script', 'load script'] as const),
  ...(['set clock', 'disk', 'impersonate', 'sleep', 'session', 'uncache', 'evict', 'storage', 'deploy'] as const),
]

/** How long the library waits for the disk before it counts an event as kept in memory only. */
const PERSISTENCE_MS = 5_000
/** Longer than any wait between two attempts. */
const HEALING_MS = 100_000
/**
 * After a sleep of the machine, or a clock that was set on, which a page notices when its timer is due, the minute that an event waits
 * for its user begins again.
 */
const HEALING_AFTER_SLEEP_MS = 130_000
/** Longer than an event waits until who-am-i confirms the owner of its token, even if the clock was set back. */
const ABSENCE_MS = 86_400_000

/** Plays a history in a browser of its own. `inspect` is called after each step, when nothing moves. */
export async function play(
  { steps, absenceMs = ABSENCE_MS, hasVisitor, today, before, ...limits }: History,
  inspect: (world: World, tab: Page) => void = () => {},
) {
  const world = createWorld({ hasVisitor, isOfrep: today?.flagsOn !== undefined })
  const pages: Page[] = []
  let tabs: Page[] = []
  /** The pages in the back/forward cache. */
  const cached: Page[] = []
  let count = 0
  /** The version that is deployed. */
  let library = today
  /** How many events may be lost: only a page's memory had them when it ended. */
  let losable = 0

  function open(user: User): Page {
    const tab = openPage(world, { ...user, library }, limits)
    tabs.push(tab)
    pages.push(tab)
    return tab
  }

  async function settle() {
    for (const { platform } of tabs) await platform.settle()
  }

  async function advance(ms: number) {
    world.now += ms
    for (const { platform } of tabs) await platform.clock.advance(ms)
  }

  async function answerAll() {
    while (world.answer()) await settle()
  }

  function track(tab: Page) {
    count += 1
    tab.track(`${count}`)
  }

  function end(tab: Page, how: 'leave' | 'crash') {
    tab.end(how)
    tabs = tabs.filter((other) => other !== tab)
    const { inMemory, dropped } = tab.telltale.diagnostics.get()
    const recently = tab.platform.clock.now() - world.skew - PERSISTENCE_MS
    losable += inMemory + (dropped['collector']?.refused ?? 0)
    losable += tab.page.refusedAt.filter((at) => at >= recently).length
  }

  function takeFromCache(how: 'uncache' | 'evict') {
    const tab = cached.pop()
    if (!tab) return
    if (how === 'evict') return end(tab, 'crash')
    tabs.push(tab)
    tab.thaw()
  }

  function setSession(session: World['session']) {
    world.session = session
    if (session === 'ready') tabs.forEach((tab) => tab.keepPromises())
  }

  function refresh(tab: Page, { tracking, twice }: Extract<Step, { do: 'refresh' }>) {
    if (tracking === 'before') track(tab)
    tab.refresh()
    if (twice) tab.refresh()
    if (tracking === 'after') track(tab)
  }

  async function signInTwice(first: Page, { people, lateMs }: Extract<Step, { do: 'sign in twice' }>) {
    const second = tabs.at(-2) ?? open({ who: 'nobody' })
    await settle()
    world.setLate(true)
    for (const who of people) if (isOfSupport(who)) world.atSupport = who
    first.signIn(people[0])
    second.signIn(people[1])
    await settle()
    await advance(lateMs)
    world.setLate(false)
    await settle()
  }

  async function take(step: Step) {
    const last = pages.at(-1)?.page ?? { who: 'ida' as const, renewal: undefined, of: undefined }
    const tab = tabs.at(-1) ?? (NEED_NO_PAGE.includes(step.do) ? undefined : open(last))
    if (step.do === 'wait') await advance(step.ms)
    if (step.do === 'break') world.health[step.what] = step.how
    if (step.do === 'mend') world.health[step.what] = 'up'
    if (step.do === 'answer' && step.which) world.answer(step.which)
    if (step.do === 'answer' && !step.which) await answerAll()
    if (step.do === 'disk') world.setDisk(step.is)
    world.wasDiskIll ||= world.disk.condition !== 'well'
    if (step.do === 'sleep') world.sleep(step.ms)
    if (step.do === 'session') setSession(step.is)
    if (step.do === 'uncache' || step.do === 'evict') takeFromCache(step.do)
    if (step.do === 'block script' || step.do === 'load script') world.isScriptLoaded = step.do === 'load script'
    if (step.do === 'set clock') Object.assign(world, { skew: world.skew + step.byMs, wasClockSet: true })
    if (step.do === 'change flags') world.changeFlags()
    if ('as' in step && step.as && isOfSupport(step.as)) world.atSupport = step.as
    if (step.do === 'open tab')
      open({ ...(step.as ? { who: step.as, renewal: step.renewal } : last), of: step.of ?? last.of })
    if (step.do === 'deploy') library = step.what === 'the version before' ? before : today
    if (step.do === 'storage') world.setLate(step.isLate)
    if (!tab) return
    if (step.do === 'sign in twice') await signInTwice(tab, step)
    if (step.do === 'switch tab') tabs.unshift(...tabs.splice(-1))
    if (step.do === 'track') track(tab)
    if (step.do === 'log out') tab.logOut()
    if (step.do === 'come back') tab.platform.comeBack()
    if (step.do === 'refresh') refresh(tab, step)
    if (step.do === 'cache') {
      tab.page.atExit = step.tracking ? () => track(tab) : undefined
      tab.freeze()
      tabs = tabs.filter((other) => other !== tab)
      cached.push(tab)
    }
    if (step.do === 'sign in') {
      tab.signIn(step.as, step.renewal)
      if (step.tracking) track(tab)
    }
    if (step.do !== 'leave' && step.do !== 'crash' && step.do !== 'hide') return
    const atExit = () => {
      if (step.refreshing) tab.refresh()
      if (step.tracking) track(tab)
    }
    tab.page.atExit = step.do === 'crash' ? undefined : atExit
    if (step.do === 'hide') return tab.platform.mayExit()
    if (step.do === 'crash' && step.tracking) track(tab)
    end(tab, step.do)
  }

  open({ who: 'ida' })
  await advance(1)
  for (const step of steps) {
    await take(step)
    // Two steps are never in the same millisecond: an answer is older or newer than a question.
    await advance(1)
    for (const tab of tabs) {
      inspect(world, tab)
      tab.noteVisitor()
    }
  }

  // At the end everything works: two more pages are opened, time passes, and refused events are retried.
  for (const service of SERVICES) world.health[service] = 'up'
  setSession('ready')
  await settle()
  await answerAll()
  while (cached.length > 0) takeFromCache('evict')
  Object.assign(world, { isScriptLoaded: true })
  world.setDisk('well')
  world.setLate(false)
  library = today
  await advance(world.sleptMs > 0 || world.wasClockSet ? HEALING_AFTER_SLEEP_MS : HEALING_MS)
  const arrived = new Set([...world.stored.values()].map(({ name }) => name))
  /** What pages that are still open have not delivered, although everything works. */
  const stuck = tabs.flatMap(({ page }) => page.tracked.filter((name) => !arrived.has(name)))
  const { who, renewal } = tabs.at(-1)?.page ?? { who: 'ida' as const, renewal: 1 }
  for (const user of [{ who, renewal }, { who: 'otto' as const }]) {
    for (const tab of [...tabs]) end(tab, 'leave')
    world.now += absenceMs
    const last = lastDeployments(pages).map((of) => open({ ...user, of }))
    await settle()
    await advance(HEALING_MS)
    for (const tab of last) await tab.telltale.refused.retry()
  }
  for (const { telltale } of tabs) telltale.close()
  return { world, pages, losable, stuck }
}

/** Where the application is opened in the end: at each of its deployments, of which a later release has taken the place of earlier ones. */
function lastDeployments(pages: readonly Page[]): Deployment[] {
  const used = new Set(pages.map(({ page }) => page.of))
  const release = [...RELEASES].reverse().find((one) => used.has(one))
  return [...used].filter((one) => one === release || !RELEASES.some((other) => other === one))
}

export type Played = Awaited<ReturnType<typeof play>>
