import { createCollector } from '../index.ts'
import type { Batch, EventSink, EventStore } from '../store/store.ts'
import { memoryStore } from './memoryStore.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)
export const KEY = 'write-key-of-quotes'
export const ADMIN = 'token-of-the-administrator'
export const ORIGIN = 'https://app.example.com'

type Options = Parameters<typeof createCollector>[0]

export interface Door {
  readonly store: EventStore
  /** What the sink was given. */
  readonly given: readonly Batch[]
  /** What was logged, as text. */
  readonly lines: readonly string[]
  fetch(path: string, init?: RequestInit & { readonly duplex?: 'half' }, address?: string): Promise<Response>
  /** Posts a batch as an allowed page does. A header that is empty is left out. */
  post(body: unknown, headers?: Readonly<Record<string, string>>, address?: string): Promise<Response>
  close(): Promise<void>
}

export const openDoor = ({
  hasAdmin = true,
  ...options
}: Partial<Options> & { readonly hasAdmin?: boolean } = {}): Door => {
  const store = memoryStore()
  const given: Batch[] = []
  const lines: string[] = []
  const sink: EventSink = options.sink ?? store
  const collector = createCollector({
    keys: { [KEY]: { app: 'Quotes' }, 'write-key-of-invoices': { app: 'Invoices' } },
    origins: [ORIGIN],
    ...(hasAdmin ? { adminToken: ADMIN } : {}),
    log: (...line: readonly unknown[]) => lines.push(textOf(line)),
    now: () => NOW,
    ...options,
    sink: {
      ...sink,
      async append(batch, signal) {
        given.push(batch)
        return sink.append(batch, signal)
      },
    },
  })
  const fetchIt: Door['fetch'] = async (path, init = {}, address = '192.0.2.1') =>
    collector.fetch(new Request(`https://collect.example.com${path}`, init), { address })
  return {
    store,
    given,
    lines,
    fetch: fetchIt,
    post(body, headers = {}, address = '192.0.2.1') {
      const all = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', origin: ORIGIN, ...headers }
      const init = {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
        body: isBody(body) ? body : JSON.stringify(body),
        duplex: 'half' as const,
      }
      return fetchIt('/collect', init, address)
    },
    close: async () => collector.close(),
  }
}

/** An error is logged with all that it has. */
const textOf = (line: readonly unknown[]): string =>
  JSON.stringify(line, (_, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value,
  )

const isBody = (body: unknown): body is string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof ReadableStream || body instanceof Uint8Array

export const wireId = (n: number): string => `019ab2f4-6a3e-7cc3-98c4-${n.toString(16).padStart(12, '0')}`

/** An event as a page sends it. */
export const wireEvent = (n: number, fields: object = {}): Record<string, unknown> => ({
  id: wireId(n),
  n,
  page: 'page-1',
  name: 'Quote sent',
  at: NOW - 1_000,
  url: 'https://app.example.com/quote',
  properties: { screen_dimensions: '1440x900' },
  epoch: '5b0e3c0a-9a57-4c1e-8a4b-0a2c7c5d9e11',
  identity: { id: 'u-1' },
  ...fields,
})

export const wireBatch = (events: readonly unknown[], fields: object = {}): Record<string, unknown> => ({
  app: { name: 'Quotes', platform: 'web', promotion: 'production' },
  destination: 'collector',
  sentAt: NOW,
  dropped: {},
  inMemory: 0,
  events,
  ...fields,
})

/** Every text in a value, with the names of its fields. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') {
    return [value]
  }
  if (typeof value !== 'object' || value === null) {
    return []
  }
  return Object.entries(value).flatMap(([key, field]) => [key, ...textsIn(field)])
}
