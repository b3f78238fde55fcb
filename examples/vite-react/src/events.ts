import { defineEvents } from 'telltale'
import { z } from 'zod'
import type { flags } from './flags'

/** The tracking plan: every event of the application, with its properties. */
export const events = defineEvents({
  'Quote opened': z.object({}),
  'Quote sent': z.object({ total: z.number() }),
})

declare module 'telltale' {
  interface Register {
    flags: typeof flags
    events: typeof events
  }
}

// An incremental build checks the components again when this file changes.
declare module 'telltale/react' {}
