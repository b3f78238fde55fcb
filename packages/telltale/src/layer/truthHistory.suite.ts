import { openPage, type Limits, type Page } from './truthPage.suite.ts'
import type { Truth } from './truthModel.suite.ts'
import type { Step } from './truthStep.suite.ts'
import { createWorld, isOfSupport, SERVICES, type Who } from './truthWorld.suite.ts'

export interface History extends Limits {
  steps: readonly Step[]
}

/** Where such a step is done, there is a page. */
const ON_NO_PAGE = [
  'change flags',
  'open tab',
  'wait',
  'break',
  'mend',
  'answer',
  'block script',
  'load script',
  'set clock',
  'disk',
]

/** How long the disk is waited for before an event is put elsewhere. */
const PERSISTENCE_MS = 5_000
/** Longer than anything waits between two tries. */
const HEALING_MS = 100_000

export async function live({ steps, ...limits }: History) {
  const world = createWorld()
  const truths = new Map<string, Truth>()
  const pages: Page[] = []
  let tabs: Page[] = []
  /** How many events the pages that are gone may have lost: they have said so, or a crash came before the disk's answer. */
  let losable = 0

  function open(who: Who): Page {
    const tab = openPage(world, who, limits)
    for (const truth of truths.values()) {
      if (truth.isSettled && !world.wasDiskIll) continue
      truth.wasFound = true
      tab.page.found.add(truth)
    }
    tabs.push(tab)
    pages.push(tab)
    return tab
  }

  async function settle() {
    for (const { platform } of tabs) await platform.settle()
    for (const { page, check } of tabs) {
      page.isOpening = false
      check()
    }
  }

  async function advance(ms: number) {
    world.now += ms
    for (const { platform } of tabs) await platform.clock.advance(ms)
  }

  function end(tab: Page, how: 'leave' | 'crash') {
    const { inMemory, dropped } = tab.telltale.diagnostics.get()
    losable += inMemory + (dropped['collector']?.refused ?? 0)
    if (how === 'crash' && world.disk.condition === 'hangs') losable += tab.page.unanswered(PERSISTENCE_MS)
    tab.platform[how]()
    tab.page.client.isGone = true
    tabs = tabs.filter((other) => other !== tab)
  }

  const track = (tab: Page) => truths.set(`${truths.size + 1}`, tab.track(`${truths.size + 1}`))

  async function take(step: Step) {
    const tab = tabs.at(-1) ?? (ON_NO_PAGE.includes(step.do) ? undefined : open(pages.at(-1)?.page.who ?? 'ida'))
    if (step.do === 'wait') await advance(step.ms)
    if (step.do === 'break') world.health[step.what] = step.how
    if (step.do === 'mend') world.health[step.what] = 'up'
    if (step.do === 'answer') world.answer()
    if (step.do === 'disk') Object.assign(world.disk, { condition: step.is })
    if (step.do === 'disk' && step.is !== 'well') world.wasDiskIll = true
    if (step.do === 'block script' || step.do === 'load script') world.isScriptLoaded = step.do === 'load script'
    if (step.do === 'set clock') Object.assign(world, { skew: world.skew + step.byMs, wasClockSet: true })
    if (step.do === 'change flags') world.changeFlags()
    if ('as' in step && step.as && isOfSupport(step.as)) world.atSupport = step.as
    if (step.do === 'open tab') open(step.as ?? pages.at(-1)?.page.who ?? 'ida')
    if (!tab) return
    if (step.do === 'switch tab') tabs.unshift(...tabs.splice(-1))
    if (step.do === 'track') track(tab)
    if (step.do === 'log out') tab.logOut()
    if (step.do === 'hide') tab.platform.mayExit()
    if (step.do === 'come back') tab.platform.comeBack()
    if (step.do === 'sign in') {
      tab.signIn(step.as)
      if (step.tracking) track(tab)
    }
    if (step.do === 'leave' || step.do === 'crash') {
      await settle()
      end(tab, step.do)
    }
  }

  open('ida')
  await settle()
  for (const step of steps) {
    await take(step)
    await settle()
  }

  // In the end everything works, somebody comes by twice more, there is time, and what was refused is tried again.
  for (const service of SERVICES) world.health[service] = 'up'
  world.answer()
  Object.assign(world, { isScriptLoaded: true })
  Object.assign(world.disk, { condition: 'well' })
  await advance(HEALING_MS)
  await settle()
  for (const who of [tabs.at(-1)?.page.who ?? 'ida', 'otto'] as const) {
    for (const tab of [...tabs]) end(tab, 'leave')
    await Promise.all(pages.map(({ platform }) => platform.settle()))
    world.now += 600_000
    const tab = open(who)
    await settle()
    await advance(HEALING_MS)
    await tab.telltale.setAside.retry()
  }
  for (const { telltale } of tabs) telltale.close()
  return { world, truths, pages, losable }
}
