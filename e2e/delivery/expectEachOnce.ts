import { expect, type TestInfo } from '@playwright/test'
import type { Engine } from 'stage/engines/engine'
import { perform, type Performance } from 'stage/perform'
import type { Scenario } from 'stage/scenarios'

/** A busy machine must not fail the test: the library itself may wait for a minute between two attempts. */
const PATIENCE_MS = 120_000

export type Variant = Omit<Performance, 'sdk' | 'patienceMs'>

interface Run {
  engine: Engine
  info: TestInfo
  /** The events after some point may be lost. */
  mayLoseLatest?: boolean
}

/** Plays a scenario with Telltale, and expects each event to be stored once and unchanged. Copies on the wire are reported. */
export async function expectEachOnce(
  scenario: Scenario,
  { engine, info, mayLoseLatest = false }: Run,
  { paths = ['/collect'], ...variant }: Variant = {},
): Promise<void> {
  const { seen, takenBefore, copies, tracked } = await perform(engine, scenario, {
    ...variant,
    paths,
    sdk: 'telltale',
    patienceMs: PATIENCE_MS,
    inspect: ({ collector }, names) =>
      paths.map((path) => ({ names, events: collector.stored(path).filter(({ name }) => name.startsWith('ev-')) })),
  })
  const description = `${takenBefore} of ${tracked} before the next visit, ${copies} copies on the wire`
  info.annotations.push({ type: 'delivery', description })
  for (const { names, events } of seen) {
    const arrived = mayLoseLatest ? names.slice(0, Math.max(1, events.length)) : names
    expect(events.map(({ name }) => name).sort()).toEqual([...arrived].sort())
    for (const { identity, properties } of events) {
      expect(identity).toEqual({ id: 'ironline-rentals:31' })
      expect(properties['LDFF: new_pricing']).toBe(true)
    }
  }
}
