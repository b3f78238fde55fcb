import { defineEvents, defineFlags } from 'telltale'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'

export interface Limits {
  machines: number
  region?: string
}

export const flags = defineFlags({
  'new-pricing': { default: false },
  'quote-layout': { default: 'classic', variations: ['classic', 'compact'] },
  'banner-text': { default: 'Welcome' },
  'page-size': { default: 20 },
  'page-size-choice': { default: 20, variations: [20, 50, 100] },
  'map-style': { variations: ['roads', 'satellite', 3] },
  limits: { default: { machines: 3 } as Limits },
  palette: { default: { ink: '#000', sizes: [1, 2] } },
  anything: { default: null },
  favourites: { default: [] },
  depots: { default: [], variations: [['north'], ['north', 'south']] },
  board: { default: { title: 'Fleet', columns: [], pages: [{ rows: [] }] } },
  shelves: { variations: [{ boxes: [] }, { boxes: [], open: true }] },
  unheardOf: {},
})

export const events = defineEvents({
  'Quote sent': z.object({ total: z.number(), note: z.string().optional() }),
  'Machine selected': v.object({ machine: v.string(), via: v.optional(v.picklist(['map', 'list'])) }),
  'Search used': type({ words: 'string', 'hits?': 'number' }),
  'Settings opened': z.object({}),
  'Filter cleared': v.object({ filter: v.optional(v.string()) }),
  'Report printed': z.object({ pages: z.number().default(1), at: z.string().transform((text) => new Date(text)) }),
})

declare module 'telltale' {
  interface Register {
    flags: typeof flags
    events: typeof events
    person: { locale: 'de' | 'en'; permissions?: readonly string[]; company_id: string }
    accounts: { organization: { tier: 'gold' | 'free' }; depot: { key: string; machines?: number } }
  }
}
