import { describe, expect, it } from 'vitest'
import { accounts } from './accounts.ts'
import type { Step } from './core/step.ts'
import { segment } from './segment.ts'
import { IDA, type openPageOf } from './testing/destinationPage.suite.ts'
import type { FakeAnswer } from './testing/fakeTransport.ts'
import { openSegmentPage as openPage } from './testing/segmentPage.suite.ts'
import { traits } from './traits.ts'

// Properties, options and answers that nobody expects of `segment()`, by its documentation.

describe('the properties of an event', () => {
  const own = { messageId: 'x', userId: 'otto', anonymousId: 'v', type: 'alias', context: {}, timestamp: 0, event: 'e' }
  it('are no fields of the call, whatever they are called', async () => {
    const page = openPage()
    const id = page.telltale.track('one', { ...own, impersonator: 'nobody', integrations: { All: false } })
    await page.advance()
    expect(page.calls('one')).toMatchObject([
      { type: 'track', messageId: id, userId: 'ida', properties: { ...own, impersonator: 'nobody' } },
    ])
    expect(page.calls('one')[0]).not.toHaveProperty('integrations')
  })

  it.each<[title: string, properties: object]>([
    ['names of the language', JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "toJSON": 1, "": 2}') as object],
    ['no text', { 'a\u0000b': '\u0000', half: '\ud83d', '\udc00': 1 }],
    ['1,800 properties', Object.fromEntries(Array.from({ length: 1_800 }, (_, n) => [`p${n}`, n]))],
    ['fifty levels', { deep: JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object }],
  ])('arrive: %s', async (_title, properties) => {
    const page = openPage()
    page.telltale.track('one', properties as never)
    page.telltale.track('two')
    await page.advance()
    expect(page.calls('two')).toHaveLength(1)
    expect(page.calls('one')[0]?.properties).toEqual(
      expect.objectContaining(JSON.parse(JSON.stringify(properties)) as object),
    )
  })

  it.each(['identify', 'group', 'alias', 'page', '__proto__'])('belong to a call of track named %s', async (name) => {
    const page = openPage()
    page.telltale.track(name, { a: 1 })
    await page.advance()
    expect(page.all().filter((call) => call['event'] === name)).toMatchObject([{ type: 'track', properties: { a: 1 } }])
  })

  it('of a view that a step of the application records stay', async () => {
    const step: Step = {
      name: 'own',
      start({ record }) {
        record('Page viewed', { title: 'Quotes', referrer: 'https://a.test/' }, 'page')
        return () => {}
      },
    }
    const page = openPage({}, { settings: { events: { steps: [step] } } })
    await page.advance()
    expect(page.calls('page')).toMatchObject([{ properties: { title: 'Quotes', referrer: 'https://a.test/' } }])
  })
})

it.each<FakeAnswer>([
  { status: 200, body: '' },
  { status: 202 },
  { status: 204 },
  { status: 200, body: { success: false } },
  { status: 200, body: 'null' },
  { status: 200, body: '\ufeff{}', headers: { 'content-type': 'text/html' } },
])('an answer without a word about events takes them: %j', async (answer) => {
  const page = openPage()
  page.answers.push(answer)
  page.telltale.track('one')
  await page.advance(600_000)
  expect(page.calls('one')).toHaveLength(1)
  expect(page.telltale.diagnostics.get().dropped).toEqual({})
})

describe('the largest call', () => {
  const PLAIN = { who: null, settings: { identity: { person: () => null } } } satisfies Parameters<typeof openPageOf>[1]
  async function lengthWith(text: string) {
    const page = openPage({}, PLAIN)
    await page.advance()
    page.telltale.track('one', { text })
    await page.advance()
    return Buffer.byteLength(JSON.stringify(page.calls('one')[0]))
  }

  it.each(['x', 'ö', '😀', '\u0000'])('has exactly 32,000 bytes, of %j', async (letter) => {
    const size = Buffer.byteLength(JSON.stringify(letter)) - 2
    const room = 32_000 - (await lengthWith(''))
    const fits = letter.repeat(Math.floor(room / size)) + 'x'.repeat(room % size)
    expect(await lengthWith(fits)).toBe(32_000)
    const page = openPage({}, PLAIN)
    await page.advance()
    page.telltale.track('one', { text: `${fits}x` })
    await page.advance(600_000)
    expect(page.calls('one')).toEqual([])
    expect(await page.telltale.refused.read()).toHaveLength(1)
  })

  it('is in a batch of at most 500,000 bytes, together with what is told of the user', async () => {
    const settings = {
      identity: {
        person: () => IDA,
        traits: traits(() => ({ text: 'ö'.repeat(15_000) })),
        accounts: accounts(() => ({ organization: { key: 'acme', text: '€'.repeat(5_000) } })),
      },
    }
    const page = openPage({}, { settings })
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`)
    for (const name of names) page.telltale.track(name, { text: '😀'.repeat(3_000) })
    await page.advance(600_000)
    expect(names.filter((name) => page.calls(name).length !== 1)).toEqual([])
    expect(Math.max(...page.bodies().map((body) => Buffer.byteLength(body)))).toBeLessThanOrEqual(500_000)
    expect([page.calls('identify').length, page.calls('group').length]).toEqual([1, 1])
  })
})

const circular: Record<string, unknown> = {}
circular['self'] = circular

describe('what the application passes and JSON cannot hold', () => {
  it.each([circular, { a: 5n }])('holds back no event as the value of consent(): %#', async (categories) => {
    const page = openPage({ consent: () => categories as never })
    page.telltale.track('one')
    await page.advance()
    expect(page.calls('one')).toHaveLength(1)
  })

  it.each([circular, { a: 5n }])('ends the start as integrations: %#', (integrations) =>
    expect(() => segment({ writeKey: 'key', integrations })).toThrow(/integrations/),
  )
})
