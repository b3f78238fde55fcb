import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { createListeners } from '../core/lib/listeners.ts'
import type { Step } from '../core/step.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { createErrors, type ErrorPage, type ErrorsOptions } from './errors.ts'

/** A window, which hears what is reported to it. */
function fakeWindow() {
  const listeners = createListeners<[event: object]>()
  const logged: unknown[] = []
  const fail = (error: unknown, message = 'Uncaught') => listeners.notify({ error, message })
  const page: ErrorPage = { onError: listeners.add, report: fail, log: (error) => void logged.push(error) }
  return { page, fail, logged, hear: listeners.notify }
}

function openPage(options?: ErrorsOptions, others: readonly Step[] = [], shown = fakeWindow()) {
  const taken: AnalyticsEvent[] = []
  const platform = fakePlatform()
  const step = createErrors(options, shown.page)
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      events: { steps: [step, ...others] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  async function recorded() {
    await platform.clock.advance(1_000)
    return taken.filter(({ kind }) => kind === 'error')
  }
  const messages = async () => (await recorded()).map(({ properties }) => properties['message'])
  return { ...shown, telltale, step, platform, recorded, messages }
}

it('an error that nothing catches is an event of the user', async () => {
  const page = openPage()
  page.fail(new TypeError('No price'))
  expect(await page.recorded()).toMatchObject([
    {
      name: 'Error',
      kind: 'error',
      identity: { id: 'ida' },
      properties: {
        type: 'TypeError',
        message: 'No price',
        stacktrace: expect.stringContaining('TypeError: No price\nat '),
        fingerprint: expect.any(String),
        handled: false,
        source: 'window',
      },
    },
  ])
})

describe('an event of the window', () => {
  it.each<[title: string, event: object, expected: object]>([
    [
      'of a browser that passes no error',
      { message: 'Uncaught RangeError: far', filename: 'https://a.test/b.js?c', lineno: 1, colno: 2 },
      { type: 'RangeError', message: 'far', stacktrace: 'RangeError: far\nat https://a.test/b.js:1:2' },
    ],
    [
      'without a type',
      { error: null, message: 'ResizeObserver loop limit exceeded', filename: '' },
      { type: 'Error', message: 'ResizeObserver loop limit exceeded' },
    ],
    [
      'of a script of another origin',
      { error: null, message: 'Script error.', filename: '', lineno: 0, colno: 0 },
      { type: 'Error', message: 'Script error of another origin' },
    ],
    ['with a number', { error: 0, message: 'Uncaught 0' }, { type: 'Number', message: '0' }],
  ])('%s is recorded', async (_title, event, expected) => {
    const page = openPage()
    page.hear(event)
    expect(await page.recorded()).toMatchObject([{ properties: expected }])
  })

  it('about an image that was not loaded is not recorded, nor one that cannot be read', async () => {
    const page = openPage()
    page.hear({ type: 'error', target: {} })
    page.hear(Proxy.revocable({}, {}).proxy)
    page.hear(Object.defineProperty({}, 'message', { get: () => JSON.parse('{') }) as object)
    expect(await page.recorded()).toEqual([])
  })

  it('about a rejection has its reason', async () => {
    const page = openPage()
    page.hear({ reason: new Error('no') })
    page.hear({ reason: undefined })
    expect(await page.recorded()).toMatchObject([
      { properties: { source: 'promise', handled: false, message: 'no' } },
      { properties: { source: 'promise', type: 'Undefined' } },
    ])
  })
})

describe('capture', () => {
  it.each<[options: unknown, handled: boolean]>([
    [undefined, true],
    [null, true],
    [{ handled: true }, true],
    [{ handled: false }, false],
    [Object.defineProperty({}, 'handled', { get: () => JSON.parse('{') }), true],
  ])('records an error of the application: %#', async (options, handled) => {
    const page = openPage()
    page.step.capture(new Error('no'), options as never)
    expect(await page.recorded()).toMatchObject([{ properties: { source: 'application', handled, message: 'no' } }])
  })

  it('records an error that is then thrown again once', async () => {
    const page = openPage()
    const error = new Error('no')
    page.step.capture(error)
    page.fail(error)
    expect(await page.recorded()).toHaveLength(1)
  })

  it('records an error again that is caught again', async () => {
    const page = openPage()
    const error = new Error('no')
    page.step.capture(error)
    page.step.capture(error)
    expect(await page.recorded()).toHaveLength(2)
  })
})

describe('an error of React', () => {
  const INFO = { componentStack: '\n    at Quote (https://desk.test/a.js?b:1:2)\n    at App' }
  it.each([new Error('no'), 'no'])(
    'is recorded once, and the window hears it as without the step: %s',
    async (error) => {
      const page = openPage()
      const heard: unknown[] = []
      page.page.onError((event) => heard.push((event as ErrorEvent).error))
      page.step.reactRootOptions.onUncaughtError(error, INFO)
      page.step.reactRootOptions.onRecoverableError('other', {})
      page.step.reactRootOptions.onCaughtError('third', null as never)
      expect([heard, page.logged]).toEqual([[error, 'other'], ['third']])
      const about = (await page.recorded()).map(({ properties: { source, handled, message, component_stack } }) => [
        source,
        handled,
        message,
        component_stack,
      ])
      expect(about).toEqual([
        ['react', false, 'no', 'at Quote (https://desk.test/a.js:1:2)\nat App'],
        ['react', true, 'other', undefined],
        ['react', true, 'third', undefined],
      ])
    },
  )

  it('does not hide an error that another listener of the window throws meanwhile', async () => {
    const page = openPage()
    page.page.onError((event) => (event as ErrorEvent).error === 'one' && page.fail('two'))
    page.step.reactRootOptions.onUncaughtError('one', INFO)
    expect(await page.messages()).toEqual(['one', 'two'])
  })
})

describe('what is ignored', () => {
  it.each<[ErrorsOptions['ignore'], readonly string[]]>([
    [['ResizeObserver loop'], ['a2']],
    [[/^a\d$/g, /x/], ['ResizeObserver loop limit']],
    [[], ['ResizeObserver loop limit', 'a2']],
    [[Object.assign(/a/, { [Symbol.search]: () => JSON.parse('{') })], ['ResizeObserver loop limit', 'a2']],
  ])('%o', async (ignore, left) => {
    const page = openPage({ ignore })
    for (const message of ['ResizeObserver loop limit', 'a2']) page.fail(message)
    expect(await page.messages()).toEqual(left)
  })
})

describe('what is left out', () => {
  it('is counted, and the next event of the same kind says how many', async () => {
    const page = openPage()
    for (let times = 0; times < 9; times += 1) page.fail(`no ${times}`)
    expect(await page.recorded()).toHaveLength(5)
    await page.platform.clock.advance(60_000)
    page.fail('no 10')
    const last = (await page.recorded()).at(-1)
    expect(last?.properties).toMatchObject({ message: 'no 10', repeated: 4 })
  })

  it('is an error of what records', async () => {
    let times = 0
    const broken: Step = {
      name: 'broken',
      enrich({ name }) {
        times += 1
        if (name === 'Error') page.step.capture(new Error('of the step'))
        return undefined
      },
    }
    const page = openPage({}, [broken])
    const before = times
    page.fail('one')
    expect(times - before).toBe(1)
    expect(await page.messages()).toEqual(['one'])
  })
})

it('an observer that fails at each event of an error is heard five times', async () => {
  const shown = fakeWindow()
  const failing: Step = {
    name: 'failing',
    start: ({ on }) =>
      on('event', ({ kind }) => kind === 'error' && queueMicrotask(() => shown.fail(new Error('of a listener')))),
  }
  const page = openPage({}, [failing], shown)
  page.fail('one')
  await page.platform.clock.advance(10_000)
  expect(await page.messages()).toEqual(['one', ...Array.from({ length: 5 }, () => 'of a listener')])
})

it('each layer records, and none after it has ended', async () => {
  const shown = fakeWindow()
  const pages = [openPage({}, [], shown), openPage({}, [], shown)] as const
  shown.fail('one')
  pages[0].telltale.close()
  shown.fail('two')
  pages[0].step.capture('three')
  expect(await pages[0].messages()).toEqual(expect.not.arrayContaining(['two', 'three']))
  expect(await pages[1].messages()).toEqual(['one', 'two'])
})

it.each<[unknown]>([[5], ['loop'], [{}], [[5]], [['']], [[undefined]], [/a/], [true]])(
  'ignore is a list of texts and regular expressions: %o',
  (ignore) =>
    expect(() => openPage({ ignore: ignore as never })).toThrow(
      'Telltale cannot start. Set ignore of errors() to a list of texts and regular expressions. (T215)',
    ),
)

it('an option whose getter throws ends the start with the same sentence', () =>
  expect(() => openPage(Object.defineProperty({}, 'ignore', { get: () => JSON.parse('{') }))).toThrow('(T215)'))

it.each([undefined, null, {}, { ignore: undefined }, { ignore: null }])('options may be absent: %o', (options) =>
  expect(() => openPage(options as never)).not.toThrow(),
)
