import { setTimeout as sleep } from 'node:timers/promises'
import type { Report, Version } from './page/startTruthPage.ts'
import type { Engine, EngineTab } from 'stage/engines/engine'
import { until } from 'stage/perform'
import { type Evidence, isComplete, type Question } from './evidence.ts'
import type { Step } from './steps.ts'
import { openTruthStage } from './truthStage.ts'
import { SUPPORT, tokenOf } from './userServices.ts'
import { wrongNumbers } from './wrongNumbers.ts'

/** A page may run for some milliseconds after its end was noted, and get an answer. WebKit repeats a request that was cut off. */
const AFTER_END_MS = 100
const MAX_TABS = 4
/** How long a page may take to report what it tracked as it was restored, in milliseconds. */
const RESTORED_MS = 3_000
/** Longer than an event waits for its user or its flags, and for the next attempt to deliver it. */
const PATIENCE_MS = 150_000
/** How long one of the last pages may take before the next one is opened, with another version of the library. */
const ALONE_MS = 5_000
/** How long copies may take to arrive after the last event. */
const COPIES_MS = 1_500
/** How long the last page may take to tell all: what another page has left is looked for each minute. */
const TELLING_MS = 90_000
/** How many events a page tracks when the back/forward cache restores it. */
const ON_RETURN = 2

/** The evidence, and the version of each page that has reported something. */
export interface Played extends Evidence {
  readonly versions: ReadonlyMap<string, Version>
}

/**
 * Plays a history in a profile of its own, then visits the site once more while all is well, with each of these versions of the
 * library, and waits for the events.
 */
export async function playHistory(
  engine: Engine,
  steps: readonly Step[],
  visits: readonly Version[] = ['today'],
): Promise<Played> {
  const stage = await openTruthStage(engine)
  const { services, collector, server, profile } = stage
  const reports: Report[] = []
  const questions: Question[] = []
  const offline: [fromMs: number, toMs: number][] = []
  /** The tabs that can be reached, with their pages. */
  const tabs = new Map<EngineTab, string>()
  /** Those that can be closed only: the back/forward cache has restored their pages. */
  const restored = new Map<EngineTab, string>()
  /** When pages ended. Firefox repeats a request that was cut off: just before the page is gone, it can still be answered. */
  const ends = new Map<string, [fromMs: number, toMs: number]>()
  let count = 0

  const namesOf = (number: number) => Array.from({ length: number }, () => `event ${(count += 1)}`)

  async function setOnline(isOnline: boolean) {
    const last = offline.at(-1)
    const isOffline = last?.[1] === Infinity
    if (isOnline !== isOffline) return
    if (!isOnline) offline.push([Date.now(), Infinity])
    await profile.setOffline(!isOnline)
    if (last && isOnline) last[1] = Date.now()
  }

  /** Notes what a page reports. A page that ends meanwhile reports nothing. */
  async function note(reporting: Promise<Report>): Promise<Report | undefined> {
    const report = await reporting.catch(() => undefined)
    if (report) reports.push(report)
    return report
  }

  async function noteQuestion(reporting: Promise<Report>) {
    const report = await note(reporting)
    if (report) questions.push(report)
  }

  const track = (tab: EngineTab, names: readonly string[]) =>
    note(tab.run((given) => globalThis.truth!.track(given), names))

  async function load(tab: EngineTab) {
    await setOnline(true)
    await hasLoaded(tab, tab.goto(server.url))
  }

  async function hasLoaded(tab: EngineTab, loading: Promise<unknown>) {
    const leftMs = Date.now()
    await loading
    await tab.until(() => globalThis.truth !== undefined)
    const report = await note(tab.run(() => globalThis.truth!.track([])))
    if (!report) throw new Error('The page has not loaded.')
    if (tabs.get(tab) === report.page) return // restored from the back/forward cache
    noteEnd(tab, leftMs)
    tabs.set(tab, report.page)
    questions.push({ ...report, atMs: report.sinceMs })
  }

  async function open(): Promise<EngineTab> {
    await setOnline(true)
    const tab = await profile.openTab()
    await load(tab)
    return tab
  }

  function noteEnd(tab: EngineTab, fromMs: number) {
    const page = tabs.get(tab)
    if (page) ends.set(page, [fromMs, Date.now()])
    tabs.delete(tab)
  }

  async function close(tab: EngineTab) {
    const fromMs = Date.now()
    await tab.close()
    noteEnd(tab, fromMs)
  }

  const changeSession = (tab: EngineTab, token: string | undefined, [before = 0, after = 0]: readonly number[]) =>
    noteQuestion(
      tab.run((session) => globalThis.truth!.changeSession(session), {
        ...{ token, before: namesOf(before), after: namesOf(after) },
      }),
    )

  /** Two people, or one, sign in in two tabs in which nobody was signed in and something was tracked. */
  async function pair(tab: EngineTab, { as, apartMs, count: number }: Extract<Step, { do: 'pair' }>) {
    const other = [...tabs.keys()].find((one) => one !== tab) ?? (await open())
    for (const one of [tab, other]) await changeSession(one, undefined, [0, number])
    const first = changeSession(tab, tokenOf(as[0], 1), [0, number])
    await sleep(apartMs)
    await Promise.all([first, changeSession(other, tokenOf(as[1], 1), [0, number])])
  }

  async function leave(tab: EngineTab, { count: number, returns }: Extract<Step, { do: 'leave' }>) {
    await setOnline(true)
    await note(tab.run((names) => globalThis.truth!.onReturn(names), namesOf(ON_RETURN)))
    // The page may be gone before it can answer.
    await tab.run((names) => globalThis.truth!.leave(names), namesOf(number)).catch(() => undefined)
    await tab.untilAt('/away')
    if (returns === 'by link') return load(tab)
    const said = server.said.length
    await tab.back()
    const hasSaid = until(() => server.said.length > said, RESTORED_MS)
    // The driver of Chromium no longer reaches a page that the back/forward cache has restored. It stays open.
    if (engine.name !== 'chromium') return hasLoaded(tab, hasSaid)
    restored.set(tab, tabs.get(tab) ?? '')
    tabs.delete(tab)
    await hasSaid
  }

  async function crash(tab: EngineTab, number: number) {
    const fromMs = Date.now()
    const tracking = track(tab, namesOf(number))
    await tab.crash()
    await tracking
    // The other engines lose the pages of all tabs.
    for (const crashed of engine.name === 'chromium' ? [tab] : [...tabs.keys()]) noteEnd(crashed, fromMs)
  }

  async function take(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'open':
        return tabs.size < MAX_TABS && open()
      case 'change flags':
        return services.changeFlags(step.user)
      case 'whoAmI':
      case 'flags':
        return services.setCondition(step.do, step.is)
      case 'collector':
        return collector.setHealth(step.is)
      case 'network':
        return setOnline(step.is === 'online')
      case 'deploy':
        return stage.deploy(step.what)
      case 'wait':
        return sleep(step.ms)
      default:
        return takeIn([...tabs.keys()][step.tab % tabs.size] ?? (await open()), step)
    }
  }

  async function takeIn(tab: EngineTab, step: Extract<Step, { tab: number }>): Promise<unknown> {
    switch (step.do) {
      case 'track': {
        const names = namesOf(step.count)
        if (!step.apartMs) return track(tab, names)
        for (const name of names) await track(tab, [name]).then(() => sleep(step.apartMs))
        return
      }
      case 'sign in':
        return changeSession(tab, tokenOf(step.as, step.renewal), [step.before, step.after])
      case 'pair':
        return pair(tab, step)
      case 'sign out':
        return changeSession(tab, undefined, [step.before, step.after])
      case 'impersonate':
        services.impersonate(step.customer)
        return changeSession(tab, tokenOf(SUPPORT, 1), [0, step.after])
      case 'change company':
        services.changeCompany(step.user)
        return step.isHeard && noteQuestion(tab.run(() => globalThis.truth!.refresh()))
      case 'refresh':
        return noteQuestion(tab.run(() => globalThis.truth!.refresh()))
      case 'leave':
        return leave(tab, step)
      case 'crash':
        return crash(tab, step.count)
      case 'close':
        return close(tab)
      case 'reload':
        await setOnline(true)
        return hasLoaded(tab, tab.reload())
    }
  }

  /** What earlier pages have left is told with the events of the last one. */
  async function tellAll(tab: EngineTab) {
    const endMs = Date.now() + TELLING_MS
    while (Date.now() < endMs && wrongNumbers(evidence().batches).length > 0) {
      await track(tab, namesOf(1))
      await sleep(COPIES_MS)
    }
    await until(() => isComplete(evidence()), PATIENCE_MS)
  }

  const evidence = (): Played => {
    const said = server.said.map((text): Report => JSON.parse(text))
    return {
      ...{ questions, offline, ends, flags: services.flagsAnswers },
      answers: services.answers.filter(({ page, atMs }) => atMs <= (ends.get(page)?.[1] ?? Infinity) + AFTER_END_MS),
      calls: [...reports, ...said].flatMap(({ calls }) => calls),
      versions: new Map([...reports, ...said].map(({ page, version }) => [page, version])),
      ...stage.stored(),
    }
  }

  try {
    for (const step of steps) await take(step)
    await setOnline(true)
    stage.mend()
    // What has become of an event that no page delivers is told by the next page, once its own has ended.
    for (const [tab, page] of restored) tabs.set(tab, page)
    for (const tab of [...tabs.keys()]) await close(tab)
    for (const version of visits) {
      await stage.deploy(version)
      await open()
      await until(() => isComplete(evidence()), ALONE_MS)
    }
    await until(() => isComplete(evidence()), PATIENCE_MS)
    // What two versions have lost is not waited for again with each of them.
    if (visits.length === 1 || isComplete(evidence())) for (const tab of tabs.keys()) await tellAll(tab)
    await sleep(COPIES_MS)
    return evidence()
  } finally {
    await stage.close()
  }
}
