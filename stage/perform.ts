import type { Engine } from './engines/engine.ts'
import { isRevisited, type Scenario } from './scenarios.ts'
import { openStage, type Stage, type StageOptions } from './openStage.ts'

export interface Performance extends Omit<StageOptions, 'tabs'> {
  /** More than the scenario asks for. */
  tabs?: number
  /** How long to wait for what has not arrived, in milliseconds. */
  patienceMs: number
  /** The paths of the collectors that are to have everything; one that takes it on any path when absent. */
  paths?: readonly string[]
  /** Tracks one more event after all, so that an SDK that sends only with the next one gets its chance. */
  isPoked?: boolean
}

export interface Outcome {
  /** How many events were tracked. */
  tracked: number
  /** How many of them were taken before the site was visited again. */
  takenBefore: number
  /** How many of them were taken in the end. */
  taken: number
  /** How often an event was taken that had been taken before. */
  copies: number
}

/** How long copies are given to come after the last event, in milliseconds. */
const AFTERWARDS_MS = 1_500

/** Plays a scenario from its first page to the visit after it. What `look` answers is looked at before all is closed. */
export async function perform<Seen>(
  engine: Engine,
  scenario: Scenario,
  {
    inspect,
    patienceMs,
    isPoked,
    paths = [''],
    ...options
  }: Performance & { inspect: (stage: Stage, names: readonly string[]) => Seen },
): Promise<Outcome & { seen: Seen }> {
  const stage = await openStage(engine, {
    ...options,
    tabs: options.tabs ?? scenario.tabs,
    settings: { ...options.settings, ...(scenario.needsUser && { waitsUntilReady: true }) },
  })
  try {
    const names = stage.names(scenario.events)
    const takers = paths.map((path) => stage.collector.taken(path))
    const count = () => names.filter((name) => takers.every((taken) => taken.has(name))).length
    await scenario.play(stage)
    const takenBefore = count()
    const last = isRevisited(scenario) ? await stage.open() : stage.tabs[0]
    if (isPoked) await last?.track({ from: scenario.events, to: scenario.events + 1 })
    await until(() => count() === names.length, patienceMs)
    await sleep(AFTERWARDS_MS)
    const copiesOf = (name: string) => takers.reduce((sum, taken) => sum + Math.max(0, (taken.get(name) ?? 0) - 1), 0)
    const copies = names.reduce((sum, name) => sum + copiesOf(name), 0)
    return { tracked: names.length, takenBefore, taken: count(), copies, seen: inspect(stage, names) }
  } finally {
    await stage.close()
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Gives up after so many milliseconds, and says nothing: whoever asked looks for themselves. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await isSo()) && Date.now() < end;) await sleep(100)
}
