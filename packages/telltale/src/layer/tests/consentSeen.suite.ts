import type { State } from './consentFates.suite.ts'
import type { Arrival, Call, ConsentWorld } from './consentWorld.suite.ts'

/** All that can be seen from outside after a step. */
export interface Seen {
  readonly arrivals: readonly Arrival[]
  readonly calls: readonly Call[]
  readonly requests: ConsentWorld['requests']
  readonly items: readonly (readonly [key: string, value: string])[]
  readonly databases: Readonly<Record<string, readonly unknown[]>>
  readonly pages: readonly {
    readonly number: number
    readonly states: Readonly<Record<string, State>>
    readonly shouldAsk: boolean
    readonly isLocked: boolean
    readonly decision: string | undefined
  }[]
}

export async function look(world: ConsentWorld): Promise<Seen> {
  const pages = world.pages.map(({ number, consent }) => {
    const { purposes: states, shouldAsk, isLocked, decision } = consent.get()
    return { number, states, shouldAsk, isLocked, decision: decision?.id }
  })
  const { arrivals, calls, requests } = world
  return { arrivals: [...arrivals], calls: [...calls], requests: [...requests], pages, ...(await world.device()) }
}
