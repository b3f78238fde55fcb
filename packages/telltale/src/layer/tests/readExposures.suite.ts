import { expect } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'

/** The key of the unit of an exposure, in its identity. */
export function keyOf({ properties, identity }: AnalyticsEvent): string | undefined {
  const { unit } = properties
  if (unit === 'person') return identity.id
  if (unit === 'visitor') return identity.visitor
  return new Map(Object.entries(identity.accounts ?? {})).get(String(unit))?.key
}

/** What is true of each exposure, whatever has happened. */
export function expectTrue(event: AnalyticsEvent): void {
  expect(event).toMatchObject({
    name: 'Flag shown',
    exposure: expect.stringMatching(/^[\w-]{8,}$/),
    properties: { flag: expect.any(String), unit: expect.any(String) },
  })
  expect([typeof keyOf(event), event.identity.impersonator]).toEqual(['string', undefined])
}

export const factsOf = (event: AnalyticsEvent): string => {
  const { flag, variation, value, version, unit, in_experiment } = event.properties
  const what = variation ?? JSON.stringify(value)
  return `${String(flag)} ${String(what)} v${String(version)} ${String(unit)} ${keyOf(event)}${in_experiment === true ? ' in experiment' : ''}`
}
