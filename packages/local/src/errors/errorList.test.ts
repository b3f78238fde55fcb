import { expect, it, test } from 'vitest'
import { answersOver, failed, type Told, WANTED } from '../testing/errorStore.ts'

const list = (told: readonly Told[]) => answersOver(told).list('24h', WANTED)
const error = (fingerprint: unknown, more: object = {}) => ({
  properties: { fingerprint, type: 'Error', message: 'no', ...more },
})
const HOUR = 3_600_000

it('groups errors by fingerprint, those of most people first, then the most frequent', async () => {
  const now = Date.now()
  const { groups, more } = await list([
    failed('ida', error('rare')),
    ...Array.from({ length: 3 }, () => failed('ida', error('often'))),
    failed('ida', {
      ...error('spread', { message: 'old' }),
      receivedAt: now - 2.25 * HOUR,
      moment: { release: '1', view: { pattern: '/a' } },
    }),
    failed('bo', { ...error('spread', { repeated: 4 }), moment: { release: '2', view: { pattern: '/a' } } }),
    { who: { id: 'ida' }, properties: { fingerprint: 'spread' } },
  ])
  expect(more).toBe(0)
  expect(groups.map(({ fingerprint, people, errors }) => [fingerprint, people, errors])).toEqual([
    ['spread', 2, 6],
    ['often', 1, 3],
    ['rare', 1, 1],
  ])
  const [spread] = groups
  expect(spread).toMatchObject({
    ...{
      app: 'Desk',
      promotion: 'production',
      type: 'Error',
      message: 'no',
      impersonated: 0,
      first: now - 2.25 * HOUR,
    },
    releases: { names: ['2', '1'], more: 0 },
    routes: { names: ['/a'], more: 0 },
  })
  expect(spread?.counts).toHaveLength(48)
  // Half an hour each: 2.25 hours ago is in the middle of the fifth from the end.
  expect(spread?.counts.flatMap((count, step) => (count > 0 ? [[step, count]] : []))).toEqual([
    [43, 1],
    [47, 5],
  ])
})

it('counts an impersonator, a program and an unknown person apart, and none of them among the people', async () => {
  const { groups } = await list([
    failed('ida'),
    failed('ida', { who: { id: 'ida', impersonator: 'support' } }),
    failed('bot', { moment: { automated: true } }),
    failed('', { who: {} }),
    failed('', { who: { visitor: 'v1' } }),
  ])
  expect(groups).toMatchObject([{ people: 2, errors: 5, impersonated: 1, automated: 1, unknown: 1 }])
})

it('a visitor who has signed in is the person', async () => {
  const { groups } = await list([
    failed('', { who: { visitor: 'v1' } }),
    { who: { id: 'ida' }, kind: 'sign-in', properties: { visitor: 'v1' } },
    failed('ida'),
  ])
  expect(groups).toMatchObject([{ people: 1, errors: 2 }])
})

it('errors of one fingerprint in two applications or levels are two groups', async () => {
  const { groups } = await list([
    failed('ida'),
    failed('ida', { app: { promotion: 'staging' } }),
    failed('ida', { app: { name: 'Shop' } }),
  ])
  expect(groups.map(({ app, promotion }) => `${app} ${promotion}`).sort()).toEqual([
    'Desk production',
    'Desk staging',
    'Shop production',
  ])
})

it('has 200 groups, and says how many more there are', async () => {
  const { groups, more } = await list(Array.from({ length: 203 }, (_, n) => failed('ida', error(`f${n}`))))
  expect([groups.length, more]).toEqual([200, 3])
})

it('has what happened in the period, by a clock that is right', async () => {
  const now = Date.now()
  const { groups } = await list([
    failed('ida', { ...error('old'), at: now - 25 * HOUR }),
    failed('ida', { ...error('late'), at: now - 23 * HOUR }),
    failed('ida', { ...error('ahead'), at: now + 50 * HOUR, clockAheadMs: 51 * HOUR }),
    failed('ida', { ...error('future'), at: now + 50 * HOUR, receivedAt: now - 3 * HOUR }),
    failed('ida', { ...error('no time'), at: 'today' }),
    failed('ida', { ...error('other clock'), receivedAt: now + HOUR }),
  ])
  const lastOf = new Map(groups.map(({ fingerprint, last }) => [fingerprint, last]))
  expect([...lastOf.keys()].sort()).toEqual(['ahead', 'future', 'late', 'no time', 'other clock'])
  expect(lastOf.get('ahead')).toBeCloseTo(now - HOUR, -2)
  expect(lastOf.get('future')).toBe(now - 3 * HOUR)
  for (const one of ['no time', 'other clock']) expect(lastOf.get(one)).toBeLessThanOrEqual(Date.now())
})

test.each([[undefined], [null], [''], [7], [{}], ['x'.repeat(201)]])(
  'an error with the fingerprint %j is in no group, and is counted',
  async (fingerprint) =>
    expect(await list([failed('ida', error(fingerprint))])).toMatchObject({ groups: [], withoutFingerprint: 1 }),
)

test.each([[-1], ['4'], [1.5], [null], [{}], [true]])('repeated: %j counts as none', async (repeated) =>
  expect(await list([failed('ida', error('f1', { repeated }))])).toMatchObject({ groups: [{ errors: 1 }] }),
)

test.each<[Told]>([
  [{ properties: { fingerprint: 'f1', type: {}, message: 5 } }],
  [{ ...error('f1'), who: null, moment: [] }],
  [{ ...error('f1'), who: 'ida', moment: { view: 'x', release: {}, automated: 'yes' } }],
  [{ ...error('f1'), who: { id: {}, visitor: 3, accounts: [] } }],
])('a hostile event breaks nothing: %j', async (told) => {
  const { groups } = await list([failed('ida', told)])
  expect(groups).toHaveLength(1)
  expect(typeof groups[0]?.message).toBe('string')
})

it('cuts off what is too long', async () => {
  const { groups } = await list([failed('ida', error('f1', { message: 'x'.repeat(10_000) }))])
  expect(groups[0]?.message).toHaveLength(500)
})
