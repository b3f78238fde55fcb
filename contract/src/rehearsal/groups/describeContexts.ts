import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../flagServices.ts'
import type { RehearsalBench } from '../rehearsalBench.ts'
import { STANDARD_VALUES } from '../standardValues.ts'

interface Redaction {
  title: string
  events?: { allAttributesPrivate?: boolean; globalPrivateAttributes?: readonly string[] }
  context: object
  shown: object
  redacted: readonly string[]
}

const REDACTIONS: readonly Redaction[] = [
  {
    title: 'nothing',
    context: { kind: 'org', key: 'a', name: 'n', b: 'c' },
    shown: { kind: 'org', key: 'a', name: 'n', b: 'c' },
    redacted: [],
  },
  {
    title: 'nothing of two kinds',
    context: { kind: 'multi', org: { key: 'a' }, other: { key: 'b' } },
    shown: { kind: 'multi', org: { key: 'a' }, other: { key: 'b' } },
    redacted: [],
  },
  {
    title: 'all attributes',
    events: { allAttributesPrivate: true },
    context: { kind: 'user', key: 'a', anonymous: true, name: 'n', b: 'c' },
    shown: { kind: 'user', key: 'a', anonymous: true },
    redacted: ['b', 'name'],
  },
  {
    title: 'all attributes, one of them with a slash in front',
    events: { allAttributesPrivate: true },
    context: { kind: 'user', key: 'a', '/ssn': '1' },
    shown: { kind: 'user', key: 'a' },
    redacted: ['/~1ssn'],
  },
  {
    title: 'one by configuration, one by the context',
    events: { globalPrivateAttributes: ['name'] },
    context: { kind: 'user', key: 'a', name: 'n', b: 'c', d: 'e', _meta: { privateAttributes: ['b'] } },
    shown: { kind: 'user', key: 'a', d: 'e' },
    redacted: ['b', 'name'],
  },
  {
    title: 'parts of objects',
    events: { globalPrivateAttributes: ['/c/two/x'] },
    context: {
      kind: 'user',
      key: 'a',
      b: { one: true, two: 3 },
      c: { one: { x: true }, two: { x: 4, y: 5 } },
      _meta: { privateAttributes: ['/b/one'] },
    },
    shown: { kind: 'user', key: 'a', b: { two: 3 }, c: { one: { x: true }, two: { y: 5 } } },
    redacted: ['/b/one', '/c/two/x'],
  },
  {
    title: 'escaped names',
    events: { globalPrivateAttributes: ['/a~1b', '/c~0d'] },
    context: { kind: 'user', key: 'a', 'a/b': 1, 'c~d': 2 },
    shown: { kind: 'user', key: 'a' },
    redacted: ['/a~1b', '/c~0d'],
  },
  {
    title: 'what must not be hidden',
    events: { globalPrivateAttributes: ['key', 'kind', 'anonymous', '_meta', 'absent'] },
    context: { kind: 'user', key: 'a', anonymous: true },
    shown: { kind: 'user', key: 'a', anonymous: true },
    redacted: [],
  },
]

/** The same as a user of the old format, where that format can say it. */
function asOldUser({ kind, key, name, anonymous, _meta, ...custom }: Record<string, unknown>): object | undefined {
  const { privateAttributes = [] } = (_meta ?? {}) as { privateAttributes?: string[] }
  if (kind !== 'user' || privateAttributes.some((attribute) => attribute.startsWith('/'))) return undefined
  return {
    key,
    ...(name !== undefined && { name }),
    ...(anonymous === true && { anonymous }),
    ...(Object.keys(custom)[0] && { custom }),
    ...(privateAttributes[0] && { privateAttributeNames: privateAttributes }),
  }
}

/** A user of the old format, and the context that it is. */
const OLD_USERS: readonly [user: object, context: object][] = [
  [{ key: 'a' }, { kind: 'user', key: 'a' }],
  [
    { key: 'a', anonymous: false, name: null },
    { kind: 'user', key: 'a' },
  ],
  [
    { key: 'a', email: 'e', custom: { b: [1], c: null }, anonymous: true },
    { kind: 'user', key: 'a', email: 'e', b: [1], anonymous: true },
  ],
  [
    { key: 'a', firstName: 'f', privateAttributeNames: ['firstName'] },
    { kind: 'user', key: 'a', _meta: { redactedAttributes: ['firstName'] } },
  ],
]

/** Where the context of an event is shown whole: the harness looks at each. */
const KINDS = ['identify', 'debug', 'custom', 'summary']

const sorted = (context: object) => {
  const { _meta, ...rest } = context as { _meta?: { redactedAttributes?: string[] } }
  return { ...rest, redacted: [...(_meta?.redactedAttributes ?? [])].sort() }
}

export function describeContexts(bench: RehearsalBench) {
  describe('the context in events', () => {
    const flags = () => ({ flag: { value: 1, variation: 0, debugEventsUntilDate: Date.now() + 1_000_000 } })

    /** What is shown of it where a client starts with it, where it comes later, and the same as a user of the old format. */
    async function shownOf(context: object, events?: Redaction['events']) {
      const all: AnalyticsEvent[] = []
      const user = asOldUser({ ...context })
      for (const form of user ? [context, user] : [context]) {
        const client = await bench.open({ flags: flags(), context: form, ...(events && { events }) })
        all.push(...(await client.flush()))
        await client.identify(form)
        await client.evaluate({ flagKey: 'flag' })
        await client.run({ command: 'customEvent', customEvent: { eventKey: 'a' } })
        const later = await client.flush()
        expect(later.map(({ kind }) => kind)).toEqual(KINDS)
        all.push(...later)
      }
      return all.map((event) => sorted(event['context'] as object))
    }

    it.each(REDACTIONS)('hides $title', async ({ events, context, shown, redacted }) => {
      for (const one of await shownOf(context, events)) expect(one).toEqual({ ...shown, redacted: [...redacted] })
    })

    it.each(STANDARD_VALUES)('shows an attribute with the value %j', async (attr) => {
      const context = { kind: 'user', key: 'a', attr }
      for (const one of await shownOf(context)) expect(one).toEqual({ ...context, redacted: [] })
    })

    const both = { a: 1, b: 2, c: 3 }
    const secretive = { ...both, _meta: { privateAttributes: ['a'] } }
    const events = { globalPrivateAttributes: ['b'] }

    it('hides in each context what that context says, and in no later one', async () => {
      const client = await bench.open({ context: { kind: 'user', key: 'first', ...both }, events })
      await client.identify({ kind: 'user', key: 'second', ...secretive })
      await client.identify({ kind: 'user', key: 'third', ...both })
      const shown = (await client.flush()).map((event) => sorted(event['context'] as object))
      expect(shown).toEqual([
        { kind: 'user', key: 'first', a: 1, c: 3, redacted: ['b'] },
        { kind: 'user', key: 'second', c: 3, redacted: ['a', 'b'] },
        { kind: 'user', key: 'third', a: 1, c: 3, redacted: ['b'] },
      ])
    })

    it.each(['org', 'user'])('hides what the kind %s says in that kind alone', async (secret) => {
      const client = await bench.open({ events })
      const kinds = ['org', 'user'].map((kind) => [kind, { key: kind, ...(kind === secret ? secretive : both) }])
      await client.identify({ kind: 'multi', ...Object.fromEntries(kinds) })
      const [, event] = await client.flush()
      const { kind: _, ...shown } = (event?.['context'] ?? {}) as Record<string, object>
      expect(Object.keys(shown)).toEqual(['org', 'user'])
      for (const [kind, one] of Object.entries(shown)) {
        const expected = kind === secret ? { redacted: ['a', 'b'] } : { a: 1, redacted: ['b'] }
        expect(sorted(one)).toEqual({ key: kind, c: 3, ...expected })
      }
    })

    it.each(OLD_USERS)('shows a user of the old format as a context: %j', async (user, context) => {
      const client = await bench.open({ context: user })
      expect((await client.flush())[0]?.['context']).toEqual(context)
      await client.identify(user)
      expect((await client.flush())[0]?.['context']).toEqual(context)
    })
  })
}
