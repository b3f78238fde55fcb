import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFaultBoard } from '../faults/faultBoard.ts'
import { createFaultGate } from '../faults/faultGate.ts'
import { createWatchedFile } from '../files/watchedFile.ts'
import { createFlagRoutes } from '../routes/flagRoutes.ts'
import { listen, LOOPBACK } from '../server/listen.ts'
import { encoded } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { createFlagEvents } from './flagEvents.ts'
import { createFlagPolls } from './flagPolls.ts'
import { readFlagsFile, type FlagsFile } from './flagsFile.ts'
import { createFlagStore } from './flagStore.ts'
import { createFlagStreams } from './flagStreams.ts'

const KEYS = ['a', 'b', 'c', 'd']
const NAMES = ['ann', 'ben', 'cid']
const index = fc.integer({ min: 0, max: 2 })
const shares = fc.record({
  contextKind: fc.constantFrom('user', 'org'),
  bucketBy: fc.constantFrom('key', 'name'),
  kind: fc.constantFrom('rollout', 'experiment'),
  variations: fc.constant([0, 1, 2].map((variation) => ({ variation, weight: [30_000, 30_000, 40_000][variation] }))),
})
const served = fc.oneof(
  index.map((variation) => ({ variation })),
  shares.map((rollout) => ({ rollout })),
)
const names = fc.subarray(NAMES, { minLength: 1 })
const clause = fc.oneof(
  fc.record({
    attribute: fc.constantFrom('key', 'name'),
    op: fc.constant('in'),
    values: names,
    contextKind: fc.constantFrom('user', 'org'),
    negate: fc.boolean(),
  }),
  fc.constant({ attribute: '', op: 'segmentMatch', values: ['crew'] }),
)
const rule = fc.tuple(fc.array(clause, { minLength: 1, maxLength: 2 }), served).map(([clauses, what]) => ({
  id: 'r',
  clauses,
  ...what,
}))
const flag = fc.record({
  on: fc.boolean(),
  version: fc.integer({ min: 1, max: 9 }),
  variations: fc.constantFrom([0, 1, 2], [true, false, null]),
  offVariation: fc.option(index),
  fallthrough: served,
  rules: fc.array(rule, { maxLength: 2 }),
  targets: fc.array(fc.record({ variation: index, values: names }), { maxLength: 1 }),
  // The other flag may be missing. Two flags never depend on each other.
  prerequisites: fc.array(fc.record({ key: fc.constantFrom('a', 'b'), variation: index }), { maxLength: 1 }),
  trackEvents: fc.boolean(),
  clientSideAvailability: fc.record({ usingEnvironmentId: fc.constantFrom(true, true, true, false) }),
})
/** One edit: writes or removes a flag, or changes the members of the segment. */
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...KEYS), flag).map(([key, made]) => ({ flags: { [key]: made } })) },
  { weight: 1, arbitrary: fc.constantFrom(...KEYS).map((key) => ({ flags: { [key]: undefined } })) },
  { weight: 2, arbitrary: names.map((included) => ({ segments: { crew: { included } } })) },
)
const pages = NAMES.flatMap((key, at) => [
  { context: { kind: 'user', key, name: NAMES[(at + 1) % 3] }, withReasons: at === 0 },
  { context: { kind: 'multi', user: { key }, org: { key: 'org', name: key } }, withReasons: at === 1 },
  { context: { key, custom: { name: key } }, withReasons: false },
])

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

test('each flag in a stream has the value that the vendor’s SDK evaluates, after any sequence of concurrent edits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const content = { environments: { production: 'e' }, flags: {}, segments: { crew: { included: ['ann'] } } }
        await service.save(content)
        const clients = await Promise.all(pages.map((page) => clientOf(page, service.url)))
        for (const edits of [[], ...rounds]) {
          for (const { flags, segments } of edits as { flags?: object; segments?: object }[]) {
            Object.assign(content.flags, flags)
            Object.assign(content.segments, segments)
            await service.save(content)
          }
          const vendor = await vendorOf(service.flags())
          for (const { page, has } of clients) {
            const wanted = await vendor.evaluate(page)
            await expect.poll(() => Object.fromEntries(has), { interval: 1 }).toEqual(wanted)
          }
          vendor.close()
        }
        service.streams.endAll()
        for (const { reading } of clients) expect(await reading).toEqual([])
      },
    ),
    { numRuns: 10 * Number(process.env['TELLTALE_HISTORIES'] ?? 1) },
  )
})

test('other requests are answered while many streams are updated', async () => {
  const count = 20
  await service.save({ environments: { production: 'e' }, flags: {} })
  const clients = await Promise.all(Array.from({ length: count }, () => clientOf(pages[0] as Page, service.url)))
  const flags = { a: { on: true, variations: [1], clientSideAvailability: { usingEnvironmentId: true } } }
  await service.save({ environments: { production: 'e' }, flags })
  const updated = () =>
    service.streams.connections().filter(({ endedAt, messages }) => !endedAt && messages === 2).length
  const seen = new Set<number>()
  while (updated() < count) {
    await setImmediate()
    seen.add(updated())
  }
  expect(seen.size).toBeGreaterThan(count / 2)
  service.streams.endAll()
  for (const { has, reading } of clients) expect([await reading, has.size]).toEqual([[], 1])
})

/** The routes of the flag service, with a file that is edited as in the console. */
async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-streams-'))
  const path = join(folder, 'flags.json')
  await writeFile(path, JSON.stringify({ environments: { production: 'e' }, flags: {} }))
  const file = await createWatchedFile(path, { read: readFlagsFile, log: () => undefined })
  const store = createFlagStore(file)
  const streams = createFlagStreams(store)
  const versions = { saw: () => undefined }
  const needs = { store, streams, events: createFlagEvents(), polls: createFlagPolls(), versions }
  const app = createFlagRoutes(needs, createFaultGate(createFaultBoard()))
  const listening = await listen(app.fetch as Parameters<typeof listen>[0], { host: LOOPBACK, port: 0 })
  return {
    url: `http://${LOOPBACK}:${listening.port}`,
    streams,
    flags: file.value,
    async save(content: object) {
      const text = JSON.stringify(content)
      const parsed = readFlagsFile(text)
      if (parsed.outcome === 'invalid') throw new Error(parsed.problems.join(' '))
      await file.write(text, parsed.value)
    },
    async close() {
      streams.close()
      await listening.close()
      store.close()
      file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Page = (typeof pages)[number]

/** Applies messages as a client does. `reading` resolves at the end with the patches that changed nothing. */
async function clientOf(page: Page, url: string) {
  const query = page.withReasons ? '?withReasons=true' : ''
  const stream = await readEventStream(`${url}/eval/e/${encoded(page.context)}${query}`)
  const has = new Map<string, unknown>()
  const versions = new Map<string, number>()

  async function read(): Promise<string[]> {
    const superfluous: string[] = []
    for (let message = await stream.next(); message !== undefined; message = await stream.next()) {
      const { event, data } = message as { event: string; data: Record<string, unknown> }
      const flags = event === 'put' ? data : { [String(data['key'])]: data }
      for (const [key, sent] of Object.entries(flags as Record<string, Record<string, unknown>>)) {
        const { version, flagVersion: _flagVersion, key: _key, ...result } = sent
        // As the vendor's clients do.
        if (Number(version) <= (versions.get(key) ?? 0)) superfluous.push(`${event} ${key} is not newer`)
        versions.set(key, Number(version))
        if (isDeepStrictEqual(has.get(key), event === 'delete' ? undefined : result))
          superfluous.push(`${event} ${key} changes nothing`)
        if (event === 'delete') has.delete(key)
        else has.set(key, result)
      }
    }
    return superfluous
  }
  return { page, has, reading: read() }
}

/** The vendor's SDK itself, newly started with all flags. */
async function vendorOf({ environments, segments }: FlagsFile) {
  const source = new TestData()
  for (const one of Object.values(environments.get('e')?.flags ?? {})) await source.usePreconfiguredFlag(one)
  for (const one of Object.values(segments)) await source.usePreconfiguredSegment(one)
  const ignore = () => undefined
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const client = init('key', { updateProcessor: source.getFactory(), sendEvents: false, logger })
  await client.waitForInitialization({ timeout: 30 })
  return {
    async evaluate({ context, withReasons }: Page): Promise<Record<string, unknown>> {
      const state = await client.allFlagsState(context as LDContext, { clientSideOnly: true, withReasons: true })
      const { $flagsState, $valid: _valid, ...values } = state.toJSON() as Record<string, Record<string, object>>
      const said = Object.entries(values).map(([key, value]) => {
        const { reason, version: _version, ...meta } = ($flagsState?.[key] ?? {}) as Record<string, unknown>
        const tells = withReasons || meta['trackReason'] === true
        return [key, { value, trackEvents: false, ...meta, ...(tells && { reason }) }]
      })
      return Object.fromEntries(said)
    },
    close: () => client.close(),
  }
}
