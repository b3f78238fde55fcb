import type { EngineTab } from 'stage/engines/engine'
import { calledIn, decide, needingConsent, storedIn, track, visit } from './consentPage.ts'
import { expect, test } from './test.ts'

/** How many events a history has, and where its chances begin: a run that was red is played again with the seed that it names. */
const EVENTS = Number(process.env['TELLTALE_EVENTS'] ?? 150)
const SEED = Number(process.env['TELLTALE_SEED'] ?? Date.now() % 1_000_000)

type State = 'pending' | 'granted' | 'denied'
type Purpose = 'analytics' | 'monitoring'

/** An event that a tab has tracked, and what its destination may do with it, as far as is known. */
interface Tracked {
  readonly name: string
  readonly tab: number
  /** `held`: its page has it in memory. `due`: it must arrive. `open`: it may have left before it was withdrawn. `never`: it must not arrive. */
  readonly fate: Record<Purpose, 'held' | 'due' | 'open' | 'never'>
}

/** Mulberry32: the same numbers for the same seed. */
function chances(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(
  'in a random history, what is held, released and deleted is exactly what should be',
  { tag: '@engines' },
  async ({ engine }) => {
    test.setTimeout(120_000 + EVENTS * 1_500)
    const steps: string[] = [`seed ${SEED}`]
    await visit(engine, { person: 'ida' }, async ({ server, tab: first, openTab }) => {
      const chance = chances(SEED)
      const below = (count: number) => Math.floor(chance() * count)
      const tabs = new Map<number, EngineTab>([[0, first]])
      const state: Record<Purpose, State> = { analytics: 'pending', monitoring: 'pending' }
      const tracked: Tracked[] = []
      const called: string[] = []
      let opened = 1

      const arrived = async (purpose: Purpose) => {
        if (purpose === 'analytics') return server.arrived
        const open = await Promise.all([...tabs.values()].map(calledIn))
        return [...called, ...open.flat()]
      }

      async function judge() {
        for (const purpose of ['analytics', 'monitoring'] as const) {
          const counts = new Map<string, number>()
          for (const name of await arrived(purpose)) counts.set(name, (counts.get(name) ?? 0) + 1)
          const wrong = tracked.flatMap(({ name, fate }) => {
            const count = counts.get(name) ?? 0
            const isRight = fate[purpose] === 'due' ? true : fate[purpose] === 'open' ? count < 2 : count === 0
            return isRight ? [] : [`${name} is ${fate[purpose]} for ${purpose}, and was seen ${count} times`]
          })
          expect(wrong, steps.join(', ')).toEqual([])
        }
        if (Object.values(state).includes('granted')) return
        const [tab] = tabs.values()
        if (!tab) return
        const left = async () => {
          const { keys, values, records } = await storedIn(tab)
          return [...needingConsent(keys), ...[...values, ...records].filter((text) => text.includes('ev-'))]
        }
        // A tab that has just ended may store something after the decision of another tab, which then removes it.
        await expect.poll(left, { message: steps.join(', '), timeout: 5_000 }).toEqual([])
      }

      /** All that must have arrived has, before a withdrawal or the end of a tab makes it uncertain. */
      async function arrive() {
        for (const purpose of ['analytics', 'monitoring'] as const) {
          const due = tracked.filter(({ fate }) => fate[purpose] === 'due').map(({ name }) => name)
          const missing = async () => {
            const there = new Set(await arrived(purpose))
            return due.filter((name) => !there.has(name))
          }
          await expect.poll(missing, { timeout: 40_000, message: steps.join(', ') }).toEqual([])
        }
      }

      async function burst() {
        const [number, tab] = [...tabs][below(tabs.size)] ?? [0, first]
        const names = Array.from({ length: 1 + below(8) }, (_, index) => `ev-${tracked.length + index}`)
        const fateOf = (purpose: Purpose) =>
          ({ pending: 'held', granted: 'due', denied: 'never' })[state[purpose]] as Tracked['fate'][Purpose]
        for (const name of names)
          tracked.push({
            name,
            tab: number,
            fate: { analytics: fateOf('analytics'), monitoring: fateOf('monitoring') },
          })
        steps.push(`${names.length} in tab ${number}`)
        await track(tab, ...names)
      }

      async function change() {
        const purpose = below(2) === 0 ? 'analytics' : 'monitoring'
        const isGranted = below(3) > 0
        const [number, tab] = [...tabs][below(tabs.size)] ?? [0, first]
        if (!isGranted) await arrive()
        steps.push(`${purpose} ${isGranted ? 'granted' : 'denied'} in tab ${number}`)
        await decide(tab, { [purpose]: isGranted })
        state[purpose] = isGranted ? 'granted' : 'denied'
        for (const one of tracked) if (one.fate[purpose] === 'held') one.fate[purpose] = isGranted ? 'due' : 'never'
        const wanted = state[purpose]
        for (const other of tabs.values())
          await expect
            .poll(() => other.run((name) => globalThis.allowed?.telltale.consent?.get().purposes[name], purpose))
            .toBe(wanted)
        await sleep(300)
      }

      async function end() {
        const [number, tab] = [...tabs][below(tabs.size)] ?? [0, first]
        await arrive()
        steps.push(`tab ${number} ends`)
        called.push(...(await calledIn(tab)))
        tabs.delete(number)
        if (tabs.size === 0) tabs.set((opened += 1), await openTab())
        if (below(2) === 0) await tab.close()
        else {
          await tab.goto(`${server.url}/?${opened}`)
          await tab.until(() => globalThis.allowed !== undefined)
          tabs.set((opened += 1), tab)
        }
        // What its page has held is gone with it.
        for (const one of tracked)
          for (const purpose of ['analytics', 'monitoring'] as const)
            if (one.tab === number && one.fate[purpose] === 'held') one.fate[purpose] = 'never'
      }

      let reported = 0
      while (tracked.length < EVENTS) {
        if (tracked.length >= reported + 250)
          console.log(`${engine.name}: ${(reported = tracked.length)} events so far`)
        const kind = below(10)
        if (kind < 6) await burst()
        else if (kind < 8) await change()
        else if (kind === 8 && tabs.size < 3) tabs.set((opened += 1), await openTab())
        else if (kind === 9) await end()
        await judge()
      }
      await arrive()
      await sleep(2_000)
      await judge()
      // A collector may get copies, which it knows by their ids, when a tab ends while a request is under way. A script must not.
      const calls = (await arrived('monitoring')).filter((name) => name.startsWith('ev-'))
      expect(calls.filter((name, index) => calls.indexOf(name) !== index)).toEqual([])
      console.log(`${engine.name}: ${tracked.length} events, ${steps.length} steps, seed ${SEED}`)
    })
  },
)
