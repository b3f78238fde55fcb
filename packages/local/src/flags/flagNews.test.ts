import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WatchedFile } from '../files/watchedFile.ts'
import { flagNews, type Known, type News } from './flagNews.ts'
import { readFlagsFile, type FlagsFile } from './flagsFile.ts'
import { flagStore } from './flagStore.ts'
import type { FlagListener } from './flagStreams.ts'

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
  // Of one that may be missing, too; never in a circle through two.
  prerequisites: fc.array(fc.record({ key: fc.constantFrom('a', 'b'), variation: index }), { maxLength: 1 }),
  trackEvents: fc.boolean(),
  clientSideAvailability: fc.record({ usingEnvironmentId: fc.constantFrom(true, true, true, false) }),
})
/** One edit: a flag is written or removed, or the segment's members are others. */
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...KEYS), flag).map(([key, made]) => ({ flags: { [key]: made } })) },
  { weight: 1, arbitrary: fc.constantFrom(...KEYS).map((key) => ({ flags: { [key]: undefined } })) },
  { weight: 2, arbitrary: names.map((included) => ({ segments: { crew: { included } } })) },
)
const listeners: FlagListener[] = NAMES.flatMap((key, at) => [
  { environment: 'e', context: { kind: 'user', key, name: NAMES[(at + 1) % 3] }, withReasons: at === 0 },
  {
    environment: 'e',
    context: { kind: 'multi', user: { key }, org: { key: 'org', name: key } },
    withReasons: at === 1,
  },
  { environment: 'e', context: { key, custom: { name: key } }, withReasons: false },
])

test('a stream has for every flag what the vendor’s SDK evaluates, whatever is edited and however many edits come at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const content = { environments: { production: 'e' }, flags: {}, segments: { crew: { included: ['ann'] } } }
        const file = fileOf(content)
        const store = flagStore(file)
        const pages = listeners.map((who) => ({ who, known: undefined as Known | undefined, has: new Map() }))
        for (const edits of [[], ...rounds]) {
          for (const { flags, segments } of edits as { flags?: object; segments?: object }[]) {
            Object.assign(content.flags, flags)
            Object.assign(content.segments, segments)
            file.save()
            await store.settled()
          }
          const news = flagNews(store)
          for (const page of pages) {
            const told = await news.of(page.who, page.known)
            if (told === undefined) throw new Error('A context was refused.')
            page.known = told.known
            expect(heard(page.has, told)).toBe(told.messages)
          }
          news.close()
          const vendor = await vendorOf(store.now().file)
          for (const { who, has } of pages) expect(Object.fromEntries(has)).toEqual(await vendor.says(who))
          vendor.close()
        }
        store.close()
      },
    ),
    { numRuns: 150 },
  )
})

/** A file that a test saves. */
function fileOf(content: object): WatchedFile<FlagsFile> & { save(): void } {
  let listener = (): void => undefined
  const read = () => {
    const parsed = readFlagsFile(JSON.stringify(content))
    if (parsed.outcome === 'invalid') throw new Error(parsed.problems.join(' '))
    return parsed.value
  }
  let value = read()
  return {
    path: 'flags.json',
    value: () => value,
    problems: () => [],
    read: async () => ({ text: JSON.stringify(content), parsed: { outcome: 'ok', value } }),
    write: async () => undefined,
    subscribe: (given) => {
      listener = given
      return () => undefined
    },
    close: () => undefined,
    save() {
      value = read()
      listener()
    },
  }
}

/** The vendor's SDK itself, with all flags, made afresh. */
async function vendorOf({ environments, segments }: FlagsFile) {
  const source = new TestData()
  for (const one of Object.values(environments.get('e')?.flags ?? {})) await source.usePreconfiguredFlag(one)
  for (const one of Object.values(segments)) await source.usePreconfiguredSegment(one)
  const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }
  const client = init('key', { updateProcessor: source.getFactory(), sendEvents: false, logger })
  await client.waitForInitialization({ timeout: 30 })
  return {
    async says({ context, withReasons }: FlagListener): Promise<Record<string, unknown>> {
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

function nothing(): void {}

/** Does what a client does with what it is told, and says how many messages that were. */
function heard(has: Map<string, unknown>, { bytes }: News): number {
  const messages = new TextDecoder().decode(bytes?.plain).split('\n\n').filter(Boolean)
  for (const message of messages) {
    const [, event, json] = /^event: (\w+)\ndata: (.*)$/.exec(message) ?? []
    const data = JSON.parse(json ?? '')
    if (event === 'put') has.clear()
    if (event === 'put') for (const [key, one] of Object.entries(withoutVersions(data))) has.set(key, one)
    if (event === 'patch') has.set(data.key, withoutVersions({ one: data })['one'])
    if (event === 'delete') has.delete(data.key)
  }
  return messages.length
}

/** Without what does not decide: versions, and the key that a patch names. */
function withoutVersions(flags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([key, one]) => {
      const { version: _version, flagVersion: _flagVersion, key: _key, ...rest } = one as Record<string, unknown>
      return [key, rest]
    }),
  )
}
