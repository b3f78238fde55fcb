import { expectTypeOf } from 'expect-type'
import { defineEvents, type EventPropertiesOf, type Telltale } from 'telltale'
import { useTrackOnce } from 'telltale/react'
import { z } from 'zod'

// An application with many events registers them one by one: the others may be tracked meanwhile.

export const events = defineEvents({
  'Quote sent': z.object({ total: z.number() }),
  'Settings opened': z.object({}),
})

declare module 'telltale' {
  interface Register {
    events: typeof events
    unregisteredEvents: 'allowed'
  }
}

expectTypeOf<EventPropertiesOf<'Quote sent'>>().toEqualTypeOf<Readonly<{ total: number }>>()
// Any object that has properties.
expectTypeOf<{ pages: number }>().toExtend<EventPropertiesOf<'Report printed'>>()
expectTypeOf<number[]>().not.toExtend<EventPropertiesOf<'Report printed'>>()

export function tracks({ track }: Telltale, name: string) {
  track('Quote sent', { total: 1200 })
  track('Settings opened')
  track('Report printed')
  track('Report printed', { pages: 3 }, { messaging: true })
  track(name, { pages: 3 })
}

export function Report() {
  useTrackOnce('Report printed', { pages: 3 })
  return null
}
