import { openPage, type Limits, type Page, type User } from './truthPage.suite.ts'
import type { Step } from './truthStep.suite.ts'
import { createWorld, isOfSupport, SERVICES, type World } from './truthWorld.suite.ts'

export interface History extends Limits {
  steps: readonly Step[]
}

/** Steps that do not need an open page. Any other step opens a page first if all are closed. */
const NEED_NO_PAGE: readonly Step['do'][] = [
  ...(['change flags', 'open tab', 'wait', 'break', 'mend', 'answer', 'block script', 'load script'] as const),
  ...(['set clock', 'disk', 'impersonate'] as const),
]

/** How long the library waits for the disk before it counts an event as kept in memory only. */
const PERSISTENCE_MS = 5_000
/** Longer than any wait between two attempts. */
const HEALING_MS = 100_000
/** Longer than an event waits until who-am-i confirms the owner of its token, even if the clock was set back. */
const ABSENCE_MS = 86_400_000

/** Plays a history in a browser of its own. `inspect` is called after each step, when nothing moves. */
export async function play({ steps, ...limits }: History, inspect: (world: World, tab: Page) => void = () => {}) {
  const world = createWorld()
  const pages: Page[] = []
  let tabs: Page[] = []
  let count = 0
  /** How many events may be lost: only a page's memory had them when it ended. */
  let losable = 0

  function open(user: User): Page {
    const tab = openPage(world, user, limits)
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

  async function take(step: Step) {
    const last = pages.at(-1)?.page ?? { who: 'ida' as const }
    const tab = tabs.at(-1) ?? (NEED_NO_PAGE.includes(step.do) ? undefined : open(last))
    if (step.do === 'wait') await advance(step.ms)
    if (step.do === 'break') world.health[step.what] = step.how
    if (step.do === 'mend') world.health[step.what] = 'up'
    if (step.do === 'answer' && step.which) world.answer(step.which)
    if (step.do === 'answer' && !step.which) await answerAll()
    if (step.do === 'disk') Object.assign(world.disk, { condition: step.is })
    if (step.do === 'block script' || step.do === 'load script') world.isScriptLoaded = step.do === 'load script'
    if (step.do === 'set clock') Object.assign(world, { skew: world.skew + step.byMs, wasClockSet: true })
    if (step.do === 'change flags') world.changeFlags()
    if ('as' in step && step.as && isOfSupport(step.as)) world.atSupport = step.as
    if (step.do === 'open tab') open(step.as ? { who: step.as, renewal: step.renewal } : last)
    if (!tab) return
    if (step.do === 'switch tab') tabs.unshift(...tabs.splice(-1))
    if (step.do === 'track') track(tab)
    if (step.do === 'log out') tab.logOut()
    if (step.do === 'come back') tab.platform.comeBack()
    if (step.do === 'sign in') {
      tab.signIn(step.as, step.renewal)
      if (step.tracking) track(tab)
    }
    if (step.do !== 'leave' && step.do !== 'crash' && step.do !== 'hide') return
    tab.page.atExit = step.tracking && step.do !== 'crash' ? () => track(tab) : undefined
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
    for (const tab of tabs) inspect(world, tab)
  }

  // At the end everything works: two more pages are opened, time passes, and refused events are retried.
  for (const service of SERVICES) world.health[service] = 'up'
  await answerAll()
  Object.assign(world, { isScriptLoaded: true })
  Object.assign(world.disk, { condition: 'well' })
  await advance(HEALING_MS)
  const arrived = new Set([...world.stored.values()].map(({ name }) => name))
  /** What pages that are still open have not delivered, although everything works. */
  const stuck = tabs.flatMap(({ page }) => page.tracked.filter((name) => !arrived.has(name)))
  const { who, renewal } = tabs.at(-1)?.page ?? { who: 'ida' as const, renewal: 1 }
  for (const user of [{ who, renewal }, { who: 'otto' as const }]) {
    for (const tab of [...tabs]) end(tab, 'leave')
    world.now += ABSENCE_MS
    const tab = open(user)
    await settle()
    await advance(HEALING_MS)
    await tab.telltale.refused.retry()
  }
  for (const { telltale } of tabs) telltale.close()
  return { world, pages, losable, stuck }
}

export type Played = Awaited<ReturnType<typeof play>>
