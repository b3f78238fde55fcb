import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { LIMIT_CASES } from './limitCases.ts'
import type { OptionCase, Run } from './optionCase.ts'
import { OUTLET_CASES } from './outletCases.ts'
import { idsInFile, textInFile } from './readStore.ts'
import { telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

/** In the folder of each run. */
export const FILES = {
  'keys.json': JSON.stringify({ 'quotes-web': { app: 'Quotes' } }),
  'plan.json': JSON.stringify({ events: { 'Quote sent': { type: 'object', required: ['total'] } } }),
}
/** Below those that the system gives out by itself. */
export const FREE_PORT = 14_811
const RATE = { headers: { 'x-forwarded-for': '203.0.113.7' } }

/** Each option that `--help` lists, but for those that end at once. */
export const OPTIONS: readonly OptionCase[] = [
  {
    ...{ name: 'store', value: 'elsewhere.db' },
    async expects({ collector, sender, path }) {
      expect((await sender.send(collector.port())).status).toBe(202)
      expect(sender.missingIn(idsInFile(path('elsewhere.db')))).toEqual([])
    },
  },
  {
    ...{ name: 'port', value: FREE_PORT },
    expects: async () => expect((await fetch(`http://127.0.0.1:${FREE_PORT}/health/live`)).status).toBe(200),
  },
  {
    ...{ name: 'host', value: '127.0.0.2' },
    expects: async ({ collector }) =>
      expect((await fetch(`http://127.0.0.2:${collector.port()}/health/live`)).status).toBe(200),
  },
  {
    ...{ name: 'origin', value: ['https://a.example.com', 'https://b.example.com'] },
    async expects({ collector }) {
      const may = async (origin: string) =>
        (
          await fetch(`http://127.0.0.1:${collector.port()}/collect`, { method: 'OPTIONS', headers: { origin } })
        ).headers.get('access-control-allow-origin')
      expect(await may('https://a.example.com')).toBe('https://a.example.com')
      expect(await may('https://b.example.com')).toBe('https://b.example.com')
      expect(await may('https://c.example.com')).toBeNull()
      expect(collector.log().map(({ msg }) => msg)).not.toContainEqual(expect.stringContaining('every origin'))
    },
  },
  {
    ...{ name: 'keys', value: 'keys.json' },
    async expects({ collector, sender }) {
      expect((await sender.send(collector.port())).status).toBe(401)
      const headers = { authorization: 'Bearer quotes-web' }
      expect((await sender.send(collector.port(), { app: 'Quotes', headers })).status).toBe(202)
    },
  },
  {
    ...{ name: 'admin-token', value: 'a-token-of-this-option' },
    async expects({ collector }) {
      const headers = { authorization: 'Bearer a-token-of-this-option' }
      expect((await fetch(`http://127.0.0.1:${collector.port()}/loss`, { headers })).status).toBe(200)
      expect((await fetch(`http://127.0.0.1:${collector.port()}/loss`)).status).toBe(401)
    },
  },
  {
    ...{ name: 'plan', value: ['plan.json'] },
    async expects({ collector, sender }) {
      expect((await sender.send(collector.port())).status).toBe(422)
    },
  },
  {
    ...{ name: 'redact', value: 'card|iban' },
    async expects({ collector, sender, file }) {
      await sender.send(collector.port(), { events: [{ properties: { total: 12, card: '4111-secret' } }] })
      expect(textInFile(file)).toContain('"total":12')
      expect(textInFile(file)).not.toContain('4111-secret')
    },
  },
  {
    ...{ name: 'redact-values', value: true },
    async expects({ collector, sender, file }) {
      await sender.send(collector.port(), { events: [{ properties: { total: 12, note: 'to ann@example.com' } }] })
      expect(textInFile(file)).toContain('to [email]')
      expect(textInFile(file)).not.toContain('ann@')
    },
  },
  {
    ...{ name: 'retention-days', value: 40 },
    expects: async ({ file }) =>
      expect(telltaleCollector(['retention', '--store', file]).out).toContain('kept for 40 days'),
  },
  {
    ...{ name: 'consent-retention-days', value: 400 },
    expects: async ({ file }) =>
      expect(telltaleCollector(['retention', '--store', file]).out).toContain('consent are kept for 400 days'),
  },
  {
    ...{ name: 'max-bytes', value: 50_000_000 },
    expects: async ({ file }) =>
      expect(telltaleCollector(['retention', '--store', file]).out).toContain('at most 50000000 bytes'),
  },
  { ...{ name: 'per-second', value: 1, expects: expectLimit } },
  { ...{ name: 'per-second-by-address', value: 1, expects: expectLimit } },
  {
    ...{ name: 'trust-proxy', value: true, beside: ['--per-second-by-address', '1'] },
    async expects({ collector, sender }) {
      const send = async (client: string) =>
        (await sender.send(collector.port(), { headers: { 'x-forwarded-for': client } })).status
      const statuses = await Promise.all(['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(send))
      expect(statuses).toEqual([202, 202, 202])
    },
  },
  {
    ...{ name: 'drain-ms', value: 6000 },
    async expects({ collector }) {
      collector.signal('SIGTERM')
      await setTimeout(4000)
      expect(await collector.get('/health/ready')).toMatchObject({
        status: 503,
        text: expect.stringContaining('draining'),
      })
    },
  },
  {
    ...{ name: 'log-level', value: 'error', beside: ['--port', String(FREE_PORT)] },
    async expects({ collector, sender }) {
      // Health answers before the store is open.
      await expect.poll(async () => (await sender.send(collector.port())).status).toBe(202)
      expect(collector.log()).toEqual([])
    },
  },
  ...LIMIT_CASES,
  ...OUTLET_CASES,
]

/** More than one batch in the same second is too many. */
async function expectLimit({ collector, sender }: Run): Promise<void> {
  const answers = await Promise.all([1, 2, 3, 4].map(() => sender.send(collector.port(), RATE)))
  expect(answers.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect(answers.find(({ status }) => status === 429)?.retryAfter).toBeDefined()
}

export const createRun = (run: Omit<Run, 'sender'>): Run => ({ ...run, sender: createSender() })
