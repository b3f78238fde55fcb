import { expect } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { otlp } from '../../otlp.ts'
import { segment } from '../../segment.ts'
import { ofrepAtOnce } from '../../testkit/ofrepAtOnce.ts'
import type { Played } from './truthHistory.suite.ts'
import { JOIN } from '../tests/visitorBrowser.suite.ts'
import { userOf } from './truthLog.suite.ts'
import { TODAY, type Library } from './truthPage.suite.ts'

// The same histories through other doors: flags come from a server of OFREP, and events also go to receivers of OTLP and of Segment's format.

/** The library, set up with the other doors. */
export const OTHER_DOORS: Library = {
  ...TODAY,
  flagsOn: (platform) => ofrepAtOnce({ url: 'https://flags.test', streaming: true }, platform),
  beside: () => [
    otlp({ url: 'https://otel.test/v1/logs' }),
    segment({ writeKey: 'key', url: 'https://segment.test/v1/batch' }),
  ],
}

/** Each receiver has each event, with the user and the flags that the collector has of it. */
export function expectSameAtDoors({ world }: Played) {
  for (const [door, all] of world.doors) {
    const known = new Set(all.map(({ id }) => id))
    const missing = [...world.stored.values()].filter(({ id }) => !known.has(id)).map(({ name }) => name)
    expect([door, missing]).toEqual([door, []])
    for (const { id, user, plan } of all) {
      const event = world.stored.get(id) as AnalyticsEvent
      expect([door, event?.name, user, planIn(event) ?? plan]).toEqual([door, event?.name, userIn(event), plan])
    }
  }
  expect([...world.doors.keys()].sort()).toEqual(['otel', 'segment'])
}

const userIn = ({ identity: { id, impersonator, accounts } }: AnalyticsEvent) =>
  userOf({ ...(id !== undefined && { id }), ...(impersonator && { impersonator }), ...(accounts && { accounts }) })

/** The event that joins a visitor to a person is a call without properties. */
const planIn = (event: AnalyticsEvent) => (event.name === JOIN ? undefined : event.properties['LDFF: plan'])
