import { expect, type TestInfo } from '@playwright/test'
import type { Engine } from 'bench/delivery/engines/engine'
import { perform, type Performance } from 'bench/delivery/perform'
import type { Scenario } from 'bench/delivery/scenarios'

/** A machine that is busy with other things is no failure: the library itself may wait for a minute between two tries. */
const PATIENCE_MS = 120_000

export type Variant = Omit<Performance, 'sdk' | 'patienceMs'>

/** Plays a scenario with Telltale, and expects each event to be stored once, as it was. Copies on the wire are reported. */
export async function expectEachOnce(
  scenario: Scenario,
  { engine, info }: { engine: Engine; info: TestInfo },
  { paths = ['/collect'], ...variant }: Variant = {},
): Promise<void> {
  const { seen, takenBefore, copies, tracked } = await perform(engine, scenario, {
    ...variant,
    paths,
    sdk: 'telltale',
    patienceMs: PATIENCE_MS,
    look: ({ collector }, names) =>
      paths.map((path) => ({ names, events: collector.stored(path).filter(({ name }) => name.startsWith('ev-')) })),
  })
  const description = `${takenBefore} of ${tracked} before the next visit, ${copies} copies on the wire`
  info.annotations.push({ type: 'delivery', description })
  for (const { names, events } of seen) {
    expect(events.map(({ name }) => name).sort()).toEqual([...names].sort())
    for (const { identity, properties } of events) {
      expect(identity).toEqual({ id: 'ironline-rentals:31' })
      expect(properties['LDFF: new_pricing']).toBe(true)
    }
  }
}
