import type { AnalyticsEvent } from '../core/model/event.ts'

/** An event about which nothing matters but what is given. */
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
