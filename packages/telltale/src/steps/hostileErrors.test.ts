import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { openErrorPage as openPage } from './errorPage.suite.ts'
import { revokedProxy, withThrowingGetter } from '../testing/oddValues.suite.ts'

// What nobody expects to be thrown, by the documentation of `errors()`.

/** An error that refers to itself in every way. */
function cycle() {
  const error = new AggregateError([], 'all')
  error.errors = [error, { cause: error }, error]
  return Object.assign(error, { cause: new Error('inner', { cause: error }) })
}
const without = (name: string, value: unknown) => Object.defineProperty(new Error('no'), name, { value })

describe('whatever is thrown', () => {
  it.each<[title: string, thrown: unknown]>([
    ['an error of another realm', runInNewContext('new TypeError("far")')],
    ['a frozen error', Object.freeze(new Error('no'))],
    ['an error that refers to itself', cycle()],
    ['an error without a prototype', Object.setPrototypeOf(new Error('no'), null)],
    ['a stack that is a number', without('stack', 7)],
    ['a stack that is a list', without('stack', [{ line: 1 }])],
    ['a stack that throws', withThrowingGetter('stack', { message: 'no' })],
    ['a cause that throws', withThrowingGetter('cause', { message: 'no' })],
    ['errors that throw', withThrowingGetter('errors', { message: 'no' })],
    ['errors that are a proxy', { message: 'no', errors: revokedProxy() }],
    ['a cause that is a proxy', new Error('no', { cause: revokedProxy() })],
    ['a tag that throws', withThrowingGetter(Symbol.toStringTag as never)],
    [
      '10,000 fields with long names',
      Object.fromEntries(Array.from({ length: 1e4 }, (_, n) => [`${n}-${'x'.repeat(99)}`, n])),
    ],
    [
      'a stack of half a pair',
      without('stack', `at ${'x'.repeat(3_000)} (https://a.test/${'😀'.repeat(2_000)}.js:1:2)`),
    ],
    ['a name of U+0000', Object.assign(new Error('a\u0000b'), { name: '\u0000' })],
    ['document.all', Object.assign(() => {}, { message: 'no' })],
  ])('%s is one event, within the limits, and the next error is another one', async (_title, thrown) => {
    const page = openPage()
    expect(() => page.step.capture(thrown)).not.toThrow()
    page.fail(thrown)
    page.step.capture(new Error('next'))
    const [event, next, ...others] = await page.recorded()
    expect(others).toEqual([])
    expect(next).toMatchObject({ message: 'next' })
    const { type, message, stacktrace = '', fingerprint } = event as Record<string, string>
    expect([typeof type, typeof message, typeof fingerprint]).toEqual(['string', 'string', 'string'])
    expect(type?.length).toBeLessThanOrEqual(100)
    expect(message?.length).toBeLessThanOrEqual(500)
    expect(stacktrace.length).toBeLessThanOrEqual(4_000)
    expect(JSON.stringify(event)).not.toMatch(/\\ud[89a-f]/)
  })

  // A pattern that takes a time of another order than the length of the text would not end.
  const PARTS = [
    '/',
    '"',
    '@',
    '1',
    ' ',
    "'",
    'a@',
    'http://',
    '“',
    'at ',
    ':1:2\n',
    '-1.',
    '%40',
    'x'.repeat(64),
    'é@b.',
  ]
  it.each(PARTS)('a megabyte of %j is an event', async (part) => {
    const page = openPage()
    const text = part.repeat(1e6 / part.length)
    page.step.capture(Object.assign(new Error(text), { stack: `Error: ${text}\n${text}` }))
    page.step.capture(Object.assign(new Error('no'), { stack: `at ${text}` }))
    const recorded = await page.recorded()
    expect(recorded).toHaveLength(2)
    expect(JSON.stringify(recorded).length).toBeLessThan(20_000)
  })

  it.each<[title: string, thrown: unknown]>([
    ['a text of a tag', { [Symbol.toStringTag]: 'Ann Smith, Berlin' }],
    ['a megabyte of a tag', { [Symbol.toStringTag]: `${'x'.repeat(1e6)} Ann` }],
    ['half a letter, at the end of a message', new Error(`${'x'.repeat(499)}😀`)],
  ])('%s is not recorded', async (_title, thrown) => {
    const page = openPage()
    page.step.capture(thrown)
    expect(JSON.stringify(await page.recorded())).not.toMatch(/\\ud[89a-f]|Ann/)
  })

  it.each<[thrown: object]>([
    [{ errors: ['Ann Smith is too young'] }],
    [{ status: 400, cause: 'Ann Smith' }],
    [{ cause: { message: 'Ann Smith' } }],
    [{ name: 'Ann', stack: 'at Ann (https://a.test/a.js:1:2)' }],
  ])('of an object that is no error, only the names of fields are recorded: %j', async (thrown) => {
    const page = openPage()
    page.step.capture(thrown)
    expect(JSON.stringify(await page.recorded())).not.toContain('Ann')
  })
})
