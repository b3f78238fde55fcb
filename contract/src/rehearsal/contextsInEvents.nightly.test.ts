import { expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import type { AnalyticsEvent } from './flagServices.ts'
import { STANDARD_VALUES } from './standardValues.ts'
import { startRehearsal, type Setup } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

interface Redaction {
  title: string
  events?: Setup['events']
  context: object
  shown: object
  redacted: readonly string[]
}

const REDACTIONS: readonly Redaction[] = [
  {
    title: 'no attribute',
    context: { kind: 'org', key: 'a', name: 'n', b: 'c' },
    shown: { kind: 'org', key: 'a', name: 'n', b: 'c' },
    redacted: [],
  },
  {
    title: 'no attribute of two kinds',
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
    title: 'all attributes, one of them with a name that begins with a slash',
    events: { allAttributesPrivate: true },
    context: { kind: 'user', key: 'a', '/ssn': '1' },
    shown: { kind: 'user', key: 'a' },
    redacted: ['/~1ssn'],
  },
  {
    title: 'one attribute named by the configuration and one named by the context',
    events: { globalPrivateAttributes: ['name'] },
    context: { kind: 'user', key: 'a', name: 'n', b: 'c', d: 'e', _meta: { privateAttributes: ['b'] } },
    shown: { kind: 'user', key: 'a', d: 'e' },
    redacted: ['b', 'name'],
  },
  {
    title: 'parts of objects',
    events: { globalPrivateAttributes: ['/c/two/x'] },
    context: {
      ...{ kind: 'user', key: 'a', b: { one: true, two: 3 }, c: { one: { x: true }, two: { x: 4, y: 5 } } },
      _meta: { privateAttributes: ['/b/one'] },
    },
    shown: { kind: 'user', key: 'a', b: { two: 3 }, c: { one: { x: true }, two: { y: 5 } } },
    redacted: ['/b/one', '/c/two/x'],
  },
  {
    title: 'attributes whose names are escaped',
    events: { globalPrivateAttributes: ['/a~1b', '/c~0d'] },
    context: { kind: 'user', key: 'a', 'a/b': 1, 'c~d': 2 },
    shown: { kind: 'user', key: 'a' },
    redacted: ['/a~1b', '/c~0d'],
  },
  {
    title: 'no attribute that must be shown',
    events: { globalPrivateAttributes: ['key', 'kind', 'anonymous', '_meta', 'absent'] },
    context: { kind: 'user', key: 'a', anonymous: true },
    shown: { kind: 'user', key: 'a', anonymous: true },
    redacted: [],
  },
]

/** A user in the old format, and the same user as a context. */
const OLD_USERS: readonly { user: object; context: object }[] = [
  { user: { key: 'a' }, context: { kind: 'user', key: 'a' } },
  { user: { key: 'a', anonymous: false, name: null }, context: { kind: 'user', key: 'a' } },
  {
    user: { key: 'a', email: 'e', custom: { b: [1], c: null }, anonymous: true },
    context: { kind: 'user', key: 'a', email: 'e', b: [1], anonymous: true },
  },
  {
    user: { key: 'a', firstName: 'f', privateAttributeNames: ['firstName'] },
    context: { kind: 'user', key: 'a', _meta: { redactedAttributes: ['firstName'] } },
  },
]

/** A context in the old format, if that format can express it. */
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

/** The context of an event, or one kind of it, with its redacted attributes in a fixed order. */
const sorted = (context: unknown) => {
  const { _meta, ...rest } = context as { _meta?: { redactedAttributes?: string[] } }
  return { ...rest, redacted: [...(_meta?.redactedAttributes ?? [])].sort() }
}

/**
 * The context in all events that show it whole: after the start, and after a later identification; as a context, and as a user in
 * the old format.
 */
async function shownIn(context: object, events?: Setup['events']) {
  const all: AnalyticsEvent[] = []
  const user = asOldUser({ ...context })
  for (const form of user ? [context, user] : [context]) {
    const flags = { flag: { value: 1, variation: 0, debugEventsUntilDate: Date.now() + 1_000_000 } }
    const client = await open({ flags, context: form, ...(events && { events }) })
    all.push(...(await client.flush()))
    await client.identify(form)
    await client.evaluate({ flagKey: 'flag' })
    await client.track('a')
    const later = await client.flush()
    expect(later.map(({ kind }) => kind)).toEqual(['identify', 'debug', 'custom', 'summary'])
    all.push(...later)
  }
  return all.map((event) => sorted(event['context']))
}

test.each(REDACTIONS)('events redact $title', async ({ events, context, shown, redacted }) => {
  for (const one of await shownIn(context, events)) expect(one).toEqual({ ...shown, redacted })
})

test.each(STANDARD_VALUES.map((attr) => ({ attr })))(
  'events show an attribute with the value $attr',
  async ({ attr }) => {
    const context = { kind: 'user', key: 'a', attr }
    for (const one of await shownIn(context)) expect(one).toEqual({ ...context, redacted: [] })
  },
)

const attributes = { a: 1, b: 2, c: 3 }
const withPrivate = { ...attributes, _meta: { privateAttributes: ['a'] } }
const events = { globalPrivateAttributes: ['b'] }

test('events redact the private attributes of a context only in that context', async () => {
  const client = await open({ context: { kind: 'user', key: 'first', ...attributes }, events })
  await client.identify({ kind: 'user', key: 'second', ...withPrivate })
  await client.identify({ kind: 'user', key: 'third', ...attributes })
  expect((await client.flush()).map((event) => sorted(event['context']))).toEqual([
    { kind: 'user', key: 'first', a: 1, c: 3, redacted: ['b'] },
    { kind: 'user', key: 'second', c: 3, redacted: ['a', 'b'] },
    { kind: 'user', key: 'third', a: 1, c: 3, redacted: ['b'] },
  ])
})

test.each(['org', 'user'])('events redact the private attributes of the kind %s only in that kind', async (secret) => {
  const client = await open({ events })
  const kinds = ['org', 'user'].map((kind) => [kind, { key: kind, ...(kind === secret ? withPrivate : attributes) }])
  await client.identify({ kind: 'multi', ...Object.fromEntries(kinds) })
  const [, event] = await client.flush()
  const { kind: _, ...shown } = (event?.['context'] ?? {}) as Record<string, object>
  expect(Object.keys(shown)).toEqual(['org', 'user'])
  for (const [kind, one] of Object.entries(shown)) {
    const expected = kind === secret ? { redacted: ['a', 'b'] } : { a: 1, redacted: ['b'] }
    expect(sorted(one)).toEqual({ key: kind, c: 3, ...expected })
  }
})

test.each(OLD_USERS)('events show the user in the old format $user as a context', async ({ user, context }) => {
  const client = await open({ context: user })
  expect((await client.flush())[0]?.['context']).toEqual(context)
  await client.identify(user)
  expect((await client.flush())[0]?.['context']).toEqual(context)
})
