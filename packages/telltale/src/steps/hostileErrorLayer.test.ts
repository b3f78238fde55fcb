import { describe, expect, it } from 'vitest'
import type { Step } from '../core/step.ts'
import { redact } from '../redact.ts'
import { openErrorPage as openPage } from './errorPage.suite.ts'
import { createErrors } from './errors.ts'

// Errors that are heard twice, errors of the layer itself, floods, consent and secrets, by the documentation of `errors()`.

describe('an error that is heard in several ways is recorded once', () => {
  const ways = {
    window: (page, error) => page.fail(error),
    promise: (page, reason) => page.hear({ reason }),
    react: (page, error) => page.step.reactRootOptions.onCaughtError(error, {}),
    uncaught: (page, error) => page.step.reactRootOptions.onUncaughtError(error, {}),
    capture: (page, error) => page.step.capture(error),
  } satisfies Record<string, (page: ReturnType<typeof openPage>, error: unknown) => void>
  const names = Object.keys(ways) as (keyof typeof ways)[]
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))
  const isSame = (one: string, other: string) =>
    one === other || `${one} ${other}`.match(/react uncaught|uncaught react/)

  it.each(pairs.filter(([one, other]) => !isSame(one, other)))('%s, then %s', async (one, other) => {
    const page = openPage()
    const error = Object.freeze(new Error('no'))
    ways[one](page, error)
    ways[other](page, error)
    expect(await page.recorded()).toHaveLength(1)
  })
})

describe('an error of the layer itself', () => {
  it('in a step ends nothing, and repeats nothing', async () => {
    const page = openPage({}, { others: [{ name: 'broken', enrich: () => JSON.parse('{') as undefined }] })
    page.fail(new Error('one'))
    page.fail(new Error('two'))
    expect((await page.recorded(60_000)).map(({ message }) => message)).toEqual(['one', 'two'])
  })

  it('that always has another message ends after fifty', async () => {
    let times = 0
    const word = () => [...`${(times += 1)}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const broken: Step = {
      name: 'broken',
      start: ({ on }) =>
        on('event', ({ kind }) => kind && queueMicrotask(() => page.fail(new Error(word().repeat(9))))),
    }
    const page = openPage({}, { others: [broken] })
    page.fail(new Error('one'))
    expect((await page.recorded(30_000)).length).toBeLessThanOrEqual(50)
    expect(times).toBeLessThan(200)
  })

  it('in which capture is called by its own value does not end the recording', async () => {
    const page = openPage()
    const trap = {
      get message() {
        page.step.capture(new Error('inner'))
        return 'outer'
      },
    }
    page.step.capture(trap)
    page.step.capture(new Error('next'))
    expect((await page.recorded()).map(({ message }) => message)).toEqual(['outer', 'next'])
  })
})

describe('what is left out', () => {
  it('of a thousand errors is all but fifty, of each kind all but five', async () => {
    const page = openPage()
    for (let n = 0; n < 1_000; n += 1) page.fail(`no ${'abcdefghijklmnopqrst'[n % 20]}lpha`)
    const recorded = await page.recorded()
    expect(recorded).toHaveLength(50)
    await page.platform.clock.advance(60_000)
    page.fail('no alpha')
    expect((await page.recorded()).at(-1)?.['repeated']).toBe(47)
  })

  it('is counted, also of the kind that comes after two hundred others', async () => {
    const page = openPage()
    const word = (n: number) => [...`${n}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    for (let n = 1_000; n < 1_300; n += 1) page.fail(`no ${word(n)}`)
    for (let n = 0; n < 9; n += 1) page.fail('the last one')
    await page.recorded(61_000)
    page.fail('the last one')
    expect((await page.recorded()).at(-1)).toMatchObject({ message: 'the last one', repeated: 9 })
  })

  it.each<[RegExp]>([[/loop/g], [/^Resize/gy], [Object.freeze(/loop/)]])(
    'by %o is left out each time',
    async (pattern) => {
      const page = openPage({ ignore: [pattern] })
      for (let times = 0; times < 4; times += 1) page.fail(new Error('ResizeObserver loop'))
      expect(await page.recorded()).toEqual([])
    },
  )
})

it('errors wait for consent, and are gone when it is denied', async () => {
  const page = openPage({}, { consent: true })
  page.fail(new Error('one'))
  expect(await page.recorded()).toEqual([])
  page.telltale.consent?.set({ analytics: true })
  expect(await page.recorded()).toHaveLength(1)
  page.telltale.consent?.set({ analytics: false })
  page.fail(new Error('two'))
  expect(await page.recorded(60_000)).toHaveLength(1)
})

describe('before the layer runs, and after it has ended', () => {
  it('nothing throws, and React’s errors still reach the window and the console', () => {
    const page = openPage()
    page.telltale.close()
    const heard: unknown[] = []
    const step = createErrors(
      {},
      { onError: () => () => {}, report: (one) => heard.push(one), log: (one) => heard.push(one) },
    )
    for (const one of [step, page.step]) {
      one.capture('x')
      one.reactRootOptions.onCaughtError('y', null as never)
      one.reactRootOptions.onUncaughtError('z', {})
    }
    expect([heard, page.logged]).toEqual([['y', 'z'], ['y']])
  })
})

describe('redact()', () => {
  it('reaches message, stack, causes and components, and keeps files and lines', async () => {
    const page = openPage({}, { others: [redact()] })
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    page.step.capture(new Error(`bad ${secret}`, { cause: { message: secret } }))
    page.step.reactRootOptions.onCaughtError('x', { componentStack: `\n    at ${secret} (https://desk.test/a.js:1:2)` })
    const [event, inReact] = await page.recorded()
    expect(inReact?.['component_stack']).toContain('a.js:1:2')
    expect(JSON.stringify([event, inReact])).not.toContain('16C7e42F')
    expect(event?.['stacktrace']).toMatch(/hostileErrorLayer\.test\.ts:\d+:\d+/)
  })
})
