import { describe, expect, it, test } from 'vitest'
import { answersOver, failed, flag, type Told, WANTED } from '../testing/errorStore.ts'
import { createErrorAnswers, type ErrorDetail } from './errorAnswers.ts'

const detail = (told: readonly Told[], place: object = {}) =>
  answersOver(told).detail({ fingerprint: 'f1', period: '24h', ...place }, WANTED)

async function found(told: readonly Told[], place: object = {}): Promise<Extract<ErrorDetail, { outcome: 'found' }>> {
  const answer = await detail(told, place)
  if (answer.outcome !== 'found') throw new Error('There is no such error.')
  return answer
}

/** So many people, who were seen with these facts. The first of them had the error. */
const people = (name: string, count: number, affected: number, more: Told = {}): readonly Told[] =>
  Array.from({ length: count }, (_, n) => `${name}${n}`).flatMap((who, n): Told[] => [
    { who: { id: who }, ...more },
    ...(n < affected ? [failed(who, more)] : []),
  ])
const shown = (value: unknown, version?: number): Told => ({ flags: { 'new-pricing': flag(value, version) } })

describe('who has an error', () => {
  it('is a sentence with the figures of the group and of all others', async () => {
    const { who } = await found([...people('a', 40, 12, shown(true)), ...people('b', 160, 2, shown(false))])
    expect(who.sentence).toBe(
      'People with new-pricing = true have this error more often: 12 of 40, against 2 of 160 of all others.',
    )
    expect(who.all).toEqual({ people: 200, affected: 14 })
    const [more, less] = who.rows
    expect(more).toMatchObject({ kind: 'flag', value: 'true', people: 40, affected: 12, decision: 'more', missing: 0 })
    expect(more?.others).toEqual({ people: 160, affected: 2 })
    expect(less).toMatchObject({ value: 'false', people: 160, affected: 2, decision: 'less' })
    // 12 / 40 − 2 / 160, and Newcombe's interval by hand: Wilson's are 18.07 to 45.43 % and 0.34 to 4.43 %.
    expect(more?.difference).toMatchObject({
      value: expect.closeTo(0.2875, 6),
      low: expect.closeTo(0.1639, 3),
      high: expect.closeTo(0.4421, 3),
    })
  })

  it('is nobody in particular, if all have it equally often', async () => {
    const { who } = await found([...people('a', 40, 4, shown(true)), ...people('b', 160, 16, shown(false))])
    expect(who.sentence).toBe('No flag, release or company has this error more often than the rest.')
    expect(who.rows.map(({ decision, probability }) => [decision, probability])).toEqual([
      ['none', 1],
      ['none', 1],
    ])
  })

  it('is not said of too few people', async () => {
    const { who } = await found([...people('a', 3, 3, shown(true)), ...people('b', 30, 0, shown(false))])
    expect(who.sentence).toBe('Too few people to say: 33 of at least 40.')
    expect(who.rows).toMatchObject([
      { decision: 'too few', missing: 17 },
      { decision: 'too few', missing: 17 },
    ])
    expect(who.rows.every(({ difference, probability }) => difference === undefined && probability === undefined)).toBe(
      true,
    )
    const many = await found([...people('a', 3, 3, shown(true)), ...people('b', 300, 0, shown(false))])
    expect(many.who.sentence).toContain('The nearest has 3 on its smaller side.')
    const same = await found(people('a', 50, 10, shown(true)))
    expect(same.who.sentence).toBe(
      'There is nothing to compare: all 50 people have the same flags, releases and companies.',
    )
  })

  it('is corrected for many comparisons', async () => {
    // 6 of 20 against 0 of 20 has a probability of 0.0202 alone: two comparisons make it 0.0404, and four 0.0808.
    const one = [...people('a', 20, 6, shown(true)), ...people('b', 20, 0, shown(false))]
    expect((await found(one)).who.rows[0]).toMatchObject({ probability: expect.closeTo(0.0404, 3), decision: 'more' })
    const flags = (value: boolean) => ({ flags: { 'new-pricing': flag(value), second: flag(value) } })
    const two = [...people('a', 20, 6, flags(true)), ...people('b', 20, 0, flags(false))]
    expect((await found(two)).who).toMatchObject({ comparisons: 4, sentence: expect.stringContaining('No flag') })
  })

  it('leaves out a person who was seen with two variations, and one with a replaced value, and counts them', async () => {
    const { who } = await found([
      ...people('a', 40, 12, shown(true)),
      ...people('b', 160, 2, shown(false)),
      { who: { id: 'both' }, ...shown(true) },
      failed('both', shown(false)),
      { who: { id: 'panel' }, ...shown(true), overridden: ['new-pricing'] },
      failed('panel', shown(false)),
    ])
    expect(who.all).toEqual({ people: 202, affected: 16 })
    expect(who.rows[0]).toMatchObject({
      ...{ value: 'true', people: 40, affected: 12, mixed: 1, overridden: 1 },
      others: { people: 160, affected: 2 },
    })
  })

  it('leaves out programs and impersonators', async () => {
    const { who, group } = await found([
      ...people('a', 40, 0, shown(true)),
      ...people('b', 40, 1, shown(false)),
      ...people('c', 30, 30, { ...shown(true), moment: { automated: true } }),
      failed('a1', { ...shown(true), who: { id: 'a1', impersonator: 'support' } }),
    ])
    expect(who.all).toEqual({ people: 80, affected: 1 })
    expect(group).toMatchObject({ errors: 32, people: 1, automated: 30, impersonated: 1 })
    expect(who.notes.slice(0, 2)).toEqual([
      '1 error of impersonators is left out.',
      '30 errors of programs are left out.',
    ])
  })

  it('compares versions of a variation, if there are several', async () => {
    const { who } = await found([
      ...people('a', 30, 0, shown(true, 3)),
      ...people('b', 30, 20, shown(true, 4)),
      ...people('c', 30, 0, shown(false, 4)),
    ])
    const versions = who.rows.filter(({ kind }) => kind === 'version')
    expect(versions.map(({ value, version }) => `${value} ${version}`).sort()).toEqual(['true 3', 'true 4'])
    expect(who.sentence).toBe(
      'People with new-pricing = true of version 4 have this error more often: 20 of 30, against 0 of 60 of all others. 1 other group has it more often, too.',
    )
  })

  it('compares companies and releases, and says if all are of one company', async () => {
    const facts = (key: string, release: string) => (who: string, n: number, affected: number) =>
      Array.from({ length: n }, (_, index) => `${who}${index}`).flatMap((id, index) => {
        const identity = { id, accounts: { organization: { key, name: key.toUpperCase() } } }
        const told = { who: identity, moment: { release } }
        return [told, ...(index < affected ? [failed(id, told)] : [])]
      })
    const { who } = await found([...facts('acme', '2')('a', 30, 15), ...facts('bolt', '1')('b', 30, 0)])
    expect(who.rows.map(({ kind, name, value, decision }) => [kind, name, value, decision])).toEqual([
      ['release', 'release', '2', 'more'],
      ['account', 'organization', 'ACME', 'more'],
      ['release', 'release', '1', 'less'],
      ['account', 'organization', 'BOLT', 'less'],
    ])
    expect(who.sentence).toMatch(/^People with the release 2 have this error more often: 15 of 30, against 0 of 30 /)
    expect(who.notes[0]).toBe('All 15 who have it there are of the organization ACME.')
  })

  it('is of one application and level: where most people have it, unless another is named', async () => {
    const told = [
      ...people('a', 3, 1, { app: { promotion: 'staging' } }),
      ...people('b', 5, 2),
      ...people('c', 9, 0, { app: { name: 'Shop' } }),
    ]
    const { who, group, elsewhere } = await found(told)
    expect([group.promotion, who.all]).toEqual(['production', { people: 5, affected: 2 }])
    expect(elsewhere).toEqual([{ app: 'Desk', promotion: 'staging' }])
    const other = await found(told, { app: 'Desk', promotion: 'staging' })
    expect(other.who.all).toEqual({ people: 3, affected: 1 })
    expect(await detail(told, { app: 'Shop', promotion: 'production' })).toMatchObject({ outcome: 'none' })
  })

  it('counts a visitor who has signed in once', async () => {
    const { who } = await found([
      failed('', { who: { visitor: 'v1' }, ...shown(true) }),
      { who: { id: 'ida' }, kind: 'sign-in', properties: { visitor: 'v1' } },
      { who: { id: 'ida' }, ...shown(false) },
    ])
    expect(who.all).toEqual({ people: 1, affected: 1 })
  })
})

it('has the stack trace of the latest event', async () => {
  const stack = (stacktrace: string) => ({
    properties: { fingerprint: 'f1', stacktrace, component_stack: 'at App', handled: false, source: 'react' },
  })
  const now = Date.now()
  const { latest } = await found([
    failed('ida', { ...stack('new'), receivedAt: now }),
    failed('ida', { ...stack('<b>old</b>'), at: now - 1000 }),
  ])
  expect(latest).toMatchObject({ id: 'e0', stack: 'new', componentStack: 'at App', handled: false, source: 'react' })
})

it('is none, if there was no such error in the period', async () =>
  expect(await detail([{ who: { id: 'ida' } }])).toMatchObject({ outcome: 'none' }))

test('the name of a flag may be that of an inherited property', async () => {
  const flags = (value: boolean) => ({
    flags: JSON.parse(`{"__proto__":{"value":${value}},"constructor":{"value":${value}}}`),
  })
  const { who } = await found([...people('a', 20, 9, flags(true)), ...people('b', 20, 0, flags(false))])
  expect(
    who.rows
      .map(({ name, decision }) => [name, decision])
      .slice(0, 2)
      .sort(),
  ).toEqual([
    ['__proto__', 'more'],
    ['constructor', 'more'],
  ])
})

test('10,000 flags with objects as values are compared, and 100 rows are shown', async () => {
  const flags = (side: string) => ({
    flags: Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [`flag-${n}`, { value: { side, text: 'x'.repeat(100) }, variation: 0 }]),
    ),
  })
  const [left, right] = [flags('left'), flags('right')]
  const { who } = await found([...people('a', 20, 20, left), ...people('b', 20, 0, right)])
  expect(who.rows).toHaveLength(100)
  expect(who).toMatchObject({ comparisons: 20_000, more: [{ kind: 'flag', count: 19_900 }] })
  expect(who.rows[0]?.value).toMatch(/^\{"side":"left","text":"x+… \(variation 1\)$/)
})

test.each([
  [{ flags: null }],
  [{ flags: { a: null, b: 5, c: [], d: {}, e: { variation: 'x', version: {} } } }],
  [{ flags: { a: { property: 'toString' }, b: { property: 7, value: undefined } }, overridden: 'a' }],
  [{ flags: { a: { value: null, version: -1.5 } }, overridden: [{}, null, 'a'] }],
  [{ who: { id: 'x', accounts: { organization: null, team: { key: 5 }, user: { key: '' } } } }],
] as readonly [Told][])('hostile facts break nothing: %j', async (told) => {
  const { who } = await found([...people('a', 25, 3), failed('x', told)])
  expect(who.all.affected).toBe(4)
  expect(who.rows.filter(({ decision }) => decision === 'more')).toEqual([])
})

it('reads only as much of the store as it needs, and ends when nobody waits', async () => {
  const asked: (string | undefined)[] = []
  const stop = new AbortController()
  const old = { ...{ cursor: '5', id: 'e', app: { name: 'Desk' }, receivedAt: 1000, body: '{}' } }
  const answers = createErrorAnswers({ newest: async (_limit, before) => (asked.push(before), [old]) })
  await answers.list('7d', WANTED)
  expect(asked).toEqual([undefined])
  stop.abort()
  await answers.list('7d', stop.signal)
  expect(asked).toHaveLength(1)
})
