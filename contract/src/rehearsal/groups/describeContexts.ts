import { describe, expect, it } from 'vitest'
import type { RehearsalBench } from '../rehearsalBench.ts'

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

const VALUES = [true, false, 0, 1000, 1000.5, '', 'abc', [], ['x', 1], {}, { a: { b: null } }]

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

const sorted = (context: object) => {
  const { _meta, ...rest } = context as { _meta?: { redactedAttributes?: string[] } }
  return { ...rest, redacted: [...(_meta?.redactedAttributes ?? [])].sort() }
}

export function describeContexts(bench: RehearsalBench) {
  describe('the context in events', () => {
    it.each(REDACTIONS)('hides $title', async ({ events, context, shown, redacted }) => {
      const flags = { flag: { value: 1, debugEventsUntilDate: Date.now() + 1_000_000 } }
      const client = await bench.open({ flags, context, ...(events && { events }) })
      await client.evaluate({ flagKey: 'flag' })
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'a' } })
      const posted = await client.flush()
      expect(posted.map(({ kind }) => kind)).toEqual(['identify', 'debug', 'custom', 'summary'])
      for (const event of posted)
        expect(sorted(event['context'] as object)).toEqual({ ...shown, redacted: [...redacted] })
    })

    it('hides in each kind what that kind says, and in no other context', async () => {
      const both = { a: 1, b: 2, c: 3 }
      const org = { key: 'o', ...both, _meta: { privateAttributes: ['a'] } }
      const user = { key: 'u', ...both }
      const client = await bench.open({
        context: { kind: 'multi', org, user },
        events: { globalPrivateAttributes: ['b'] },
      })
      const [event] = await client.flush()
      const shown = event?.['context'] as { org: object; user: object }
      expect(sorted(shown.org)).toEqual({ key: 'o', c: 3, redacted: ['a', 'b'] })
      expect(sorted(shown.user)).toEqual({ key: 'u', a: 1, c: 3, redacted: ['b'] })
      await client.identify({ kind: 'org', key: 'other', ...both })
      const [later] = await client.flush()
      expect(sorted(later?.['context'] as object)).toEqual({ kind: 'org', key: 'other', a: 1, c: 3, redacted: ['b'] })
    })

    it.each(VALUES)('shows an attribute with the value %j', async (attr) => {
      const client = await bench.open({ context: { kind: 'user', key: 'a', attr } })
      expect((await client.flush())[0]?.['context']).toEqual({ kind: 'user', key: 'a', attr })
    })

    it.each(OLD_USERS)('shows a user of the old format as a context: %j', async (user, context) => {
      const client = await bench.open({ context: user })
      expect((await client.flush())[0]?.['context']).toEqual(context)
      await client.identify(user)
      expect((await client.flush())[0]?.['context']).toEqual(context)
    })
  })
}
