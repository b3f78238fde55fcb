import type { AnalyticsEvent } from '../core/model/event.ts'

/** An event with default values, for tests that care only about the properties they pass. */
export const anEvent = (id: string, parts: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  id,
  name: id,
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: {},
  ...parts,
})
