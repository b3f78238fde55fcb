import type { Random } from './random.ts'

export interface PlainFields {
  readonly app?: string
  readonly destination?: string
  readonly release?: string
  readonly page?: string
  readonly fields?: Readonly<Record<string, unknown>>
  readonly moment?: Readonly<Record<string, unknown>>
  /** The fields of each event beside those that it must have. One event when left out. */
  readonly events?: readonly Readonly<Record<string, unknown>>[]
}

/** A batch that is as a page sends it but for these fields. */
export function plainBatch(random: Random, given: PlainFields = {}) {
  const { app = 'Attacker', destination = 'collector', release, page = random.id(), events = [{}] } = given
  return {
    app: { name: app, platform: 'web', promotion: 'production' },
    sentAt: Date.now(),
    dropped: {},
    destination,
    inMemory: 0,
    pages: { [page]: { last: events.length } },
    moments: [{ ...given.moment, ...(release !== undefined && { release }), page }],
    ...given.fields,
    events: events.map((fields, index) => ({
      id: random.id(),
      n: index + 1,
      moment: 0,
      name: 'Quote sent',
      at: Date.now(),
      url: 'https://desk.example/quotes',
      epoch: page,
      identity: { id: 'eve@example.com' },
      ...fields,
      properties: withScreen(fields['properties']),
    })),
  }
}

/** Spreading keeps a key such as `__proto__`, which an assignment would not. */
const withScreen = (properties: unknown) => ({ ...(properties as object | undefined), screen_dimensions: '800x600' })
