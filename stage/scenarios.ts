import type { Stage } from './openStage.ts'

export interface Scenario {
  readonly name: string
  /** What happens, as the end of a sentence. */
  readonly title: string
  readonly tabs: number
  /** In each tab. */
  readonly events: number
  /** Whether all of it needs a place where events outlive their page. */
  readonly needsStorage: boolean
  /** Whether the page waits for who-am-i before the scenario begins. Without a network, who-am-i cannot answer later. */
  readonly needsUser?: true
  play(stage: Stage): Promise<void>
}

/** Between events of which a scenario says no more than that there are some, in milliseconds. */
const APART_MS = 20

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const offline = (events: number): Scenario => ({
  name: `offline${events}`,
  title: `${events} events without a network, and the tab is closed`,
  tabs: 1,
  events,
  needsStorage: true,
  needsUser: true,
  async play(stage) {
    await stage.profile.setOffline(true)
    await stage.each((tab) => tab.track({ to: events, apartMs: events > 100 ? 2 : APART_MS }))
    await stage.each((tab) => tab.close())
    await stage.profile.setOffline(false)
  },
})

/** The server fails on a living page, and recovers. */
const outage = (name: string, health: 'unavailable' | 'resetting', ms: number): Scenario => ({
  name,
  title: `20 events while the server is ${health} for ${ms / 1000} s`,
  tabs: 1,
  events: 20,
  needsStorage: false,
  async play(stage) {
    stage.collector.setHealth(health)
    await stage.each((tab) => tab.track({ to: 20, apartMs: APART_MS }))
    await sleep(ms)
    stage.collector.setHealth('healthy')
  },
})

export const scenarios: readonly Scenario[] = [
  {
    name: 'nav6',
    title: '5 events, and one more in the task that leaves the page',
    tabs: 1,
    events: 6,
    needsStorage: false,
    async play(stage) {
      await stage.each(async (tab) => {
        await tab.track({ to: 5, apartMs: 200 })
        await tab.trackAndLeave({ from: 5, to: 6 })
      })
    },
  },
  {
    name: 'burst20nav',
    title: '20 events in the task that leaves the page',
    tabs: 1,
    events: 20,
    needsStorage: false,
    play: (stage) => stage.each((tab) => tab.trackAndLeave({ to: 20 })),
  },
  {
    name: 'close20',
    title: '20 events, and the tab is closed',
    tabs: 1,
    events: 20,
    needsStorage: false,
    play: (stage) =>
      stage.each(async (tab) => {
        await tab.track({ to: 20, apartMs: APART_MS })
        await tab.close()
      }),
  },
  offline(20),
  offline(300),
  {
    name: 'twotabs503',
    title: '20 events in each of two tabs while the server answers 503, and both are closed',
    tabs: 2,
    events: 20,
    needsStorage: true,
    async play(stage) {
      stage.collector.setHealth('unavailable')
      await stage.each((tab) => tab.track({ to: 20, apartMs: APART_MS }))
      await stage.each((tab) => tab.close())
      stage.collector.setHealth('healthy')
    },
  },
  {
    name: 'crash20',
    title: '20 events while the server hangs, and the renderer crashes',
    tabs: 1,
    events: 20,
    needsStorage: true,
    async play(stage) {
      stage.collector.setHealth('hanging')
      await stage.each((tab) => tab.track({ to: 20, apartMs: APART_MS }))
      await stage.each((tab) => tab.crash())
      stage.collector.setHealth('healthy')
    },
  },
  outage('outage12s', 'unavailable', 12_000),
  outage('reset6s', 'resetting', 6_000),
  {
    name: 'crashfast',
    title: '20 events, and the renderer crashes 0.4 s after the last',
    tabs: 1,
    events: 20,
    needsStorage: true,
    async play(stage) {
      await stage.each((tab) => tab.track({ to: 20, apartMs: APART_MS }))
      await sleep(400)
      await stage.each((tab) => tab.crash())
    },
  },
]

/** Scenarios whose page lives on need no further visit. */
export const isRevisited = ({ name }: Scenario) => !['outage12s', 'reset6s'].includes(name)
