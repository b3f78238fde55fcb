import { describe, expect, it } from 'vitest'
import { revokedProxy, UNREADABLE, withThrowingGetter } from '../testing/oddValues.suite.ts'
import { readStack, readThrown } from './thrown.ts'

const V8 = `TypeError: No price for 7
    at new Quote (https://desk.test/assets/quote-Di3xkTda.js?v=1#top:10:20)
    at async Object.load [as run] (https://desk.test/assets/app.3f9a1c2b.js:1:2345)
    at https://desk.test/assets/app.3f9a1c2b.js:3:4`
/** The next build of the same code. */
const NEXT = V8.replace('Di3xkTda.js?v=1#top:10:20', 'Ab-xkTdb.js:11:2').replaceAll('3f9a1c2b.js:', 'aaaaaaaa.js:9')
const errorOf = (fields: object) => Object.assign(new Error('x'), { stack: '' }, fields)
const endless = () => {
  const error = errorOf({ message: 'a' })
  return Object.assign(error, { cause: error, errors: [error, error, error, error] })
}
const noTraps = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
    ownKeys() {
      throw new Error('no')
    },
  },
)

describe('what was thrown', () => {
  it.each<[title: string, thrown: unknown, type: string, message: string]>([
    ['an error', errorOf({ name: 'TypeError', message: 'No price' }), 'TypeError', 'No price'],
    ['a text', 'no price', 'String', 'no price'],
    ['an empty text', '', 'String', ''],
    ['null', null, 'Null', 'null'],
    ['undefined', undefined, 'Undefined', 'undefined'],
    ['a number', 7, 'Number', '7'],
    ['a symbol', Symbol('s'), 'Symbol', 'Symbol(s)'],
    ['a big integer', 5n, 'BigInt', '5'],
    ['a function', () => 'secret', 'Function', '{}'],
    ['an object with a message', { message: 'no price', code: 7 }, 'Object', 'no price'],
    ['an object with a name and a message', { name: 'ApiError', message: 'no' }, 'ApiError', 'no'],
    ['an object whose name is no type', { name: 'Ann Smith', message: 'no' }, 'Object', 'no'],
    ['an object with fields', { code: 'secret', status: 500 }, 'Object', '{code, status}'],
    ['an object whose message is no text', { message: { secret: 1 } }, 'Object', '{message}'],
    ['an object of a class', new Map(), 'Map', '{}'],
    ['a list', ['secret'], 'Array', '{0}'],
    ['an object without a prototype', Object.create(null), 'Object', '{}'],
    ['a DOMException', new DOMException('Gone', 'AbortError'), 'AbortError', 'Gone'],
    ['an error whose name throws', withThrowingGetter('name', { message: 'no' }), 'Object', 'no'],
    ['an error whose message throws', withThrowingGetter('message', { name: 'E' }), 'Object', '{name, message}'],
    ['a proxy that throws', noTraps, 'Object', ''],
    ['a proxy that was revoked', revokedProxy(), 'Object', ''],
    ['an error whose type is another object', errorOf({ name: {}, message: 'a' }), 'Error', 'a'],
    ['an error that contains itself', endless(), 'Error', 'a'],
    ['1 MB', errorOf({ message: 'a'.repeat(1e6) }), 'Error', 'a'.repeat(500)],
    ['1 MB of slashes', '/'.repeat(1e6), 'String', '/'.repeat(500)],
  ])('%s has a type and a message', (_title, thrown, type, message) =>
    expect(readThrown(thrown)).toMatchObject({ type, message, fingerprint: expect.stringMatching(/^\w{5,}$/) }),
  )

  it.each(UNREADABLE)('%s gives texts, and no exception', (_title, make) => {
    const { type, message, fingerprint } = readThrown(make())
    expect([typeof type, typeof message, typeof fingerprint]).toEqual(['string', 'string', 'string'])
  })

  it.each([
    ['GET https://desk.test/quotes?token=abc#x has failed', 'GET https://desk.test/quotes has failed'],
    ['GET /api/quotes/12345678?mail=ann@example.com', 'GET /api/quotes/'],
    ['no user "ann@example.com", sorry', 'no user "[email]", sorry'],
    ['to:https://ann:secret@desk.test/a', 'to:https://desk.test/a'],
    ['https://desk.test/reset/3f9a1c2b9d8e', 'https://desk.test/reset/'],
    ['data:text/plain;base64,c2VjcmV0 is no image', '/ is no image'],
    ['10/12 of text/html and/or', '10/12 of text/html and/or'],
    ['cc/ann@example.com', 'cc/'],
    ["GET (https://desk.test/Quotes('12345678')?a=b).", 'GET (https://desk.test/).'],
    [
      "see '/quotes', /rentals, and (https://desk.test/a?b=c:1:2)",
      "see '/quotes', /rentals, and (https://desk.test/a:1:2)",
    ],
    ['a?.b is no #private function, Quote#load? Yes?', 'a?.b is no #private function, Quote#load? Yes?'],
    [
      'error #418; visit https://desk.test/errors/418?args[]=HTML for more',
      'error #418; visit https://desk.test/errors/418 for more',
    ],
  ])('a message has no query, no id in an address, and no e-mail address: %s', (given, message) =>
    expect(readThrown(given).message).toBe(message),
  )
})

describe('the stack trace', () => {
  const stackOf = (fields: object) => readThrown(errorOf(fields)).stacktrace
  it('has the message, and the files, lines and columns of the frames without queries', () => {
    expect(stackOf({ name: 'TypeError', message: 'No price for 7', stack: V8 })).toBe(`TypeError: No price for 7
at new Quote (https://desk.test/assets/quote-Di3xkTda.js:10:20)
at async Object.load [as run] (https://desk.test/assets/app.3f9a1c2b.js:1:2345)
at https://desk.test/assets/app.3f9a1c2b.js:3:4`)
  })

  it.each([
    [
      'at a (https://unpkg.com/react@18.2.0/umd/react.js:1:2)',
      'at a (https://unpkg.com/react@18.2.0/umd/react.js:1:2)',
    ],
    ['at https://desk.test/people/ann@example.com?a=1:7:8', 'at https://desk.test/people/:7:8'],
    [
      'at App (webpack-internal:///(page)/./src/App.vue?vue&a=b:5:3)',
      'at App (webpack-internal:///(page)/./src/App.vue:5:3)',
    ],
    ['at data:text/javascript;base64,c2VjcmV0:1:2', 'at /:1:2'],
    ['#load@https://desk.test/a.js?v=1:1:2', '#load@https://desk.test/a.js:1:2'],
    ['at https://desk.test/@vite/client.mjs?t=1:1:2', 'at https://desk.test/@vite/client.mjs:1:2'],
    ['run@https://desk.test/a.js?v=1 line 5 > eval:1:2', 'run@https://desk.test/a.js line 5 > eval:1:2'],
  ])('keeps of %s what a source map needs', (frame, kept) =>
    expect(stackOf({ message: 'a', stack: `Error: a\n    ${frame}` })).toBe(`Error: a\n${kept}`),
  )

  it('has frames also after a message of 1 MB, and is at most 4,000 characters long', () => {
    const message = 'a b\n'.repeat(250_000)
    const frames = Array.from({ length: 300 }, (_, index) => `    at run${index} (https://desk.test/a.js:1:${index})`)
    const stacktrace = stackOf({ message, stack: [`Error: ${message}`, ...frames].join('\n') }) ?? ''
    expect(stacktrace).toContain('at run0 (https://desk.test/a.js:1:0)')
    expect(stacktrace.length).toBeLessThanOrEqual(4_000)
    expect(readStack({ stack: `${'    at a\n'.repeat(2)}no\n` }, 'stack')).toBe('at a\nat a')
  })

  it('has the causes and the errors of an error', () => {
    const cause = errorOf({ name: 'RangeError', message: 'too far', stack: 'far@https://desk.test/a.js:1:2' })
    const thrown = errorOf({ name: 'AggregateError', message: 'all', errors: ['one', null, cause], cause: 'two' })
    expect(readThrown(thrown).stacktrace).toBe(
      'AggregateError: all\nCaused by:\nString: two\nCaused by:\nString: one\nCaused by:\nRangeError: too far\nfar@https://desk.test/a.js:1:2',
    )
  })

  it('is absent when nothing is known', () => expect(readThrown('no')).not.toHaveProperty('stacktrace'))
})

describe('the fingerprint', () => {
  const of = (fields: object) =>
    readThrown(errorOf({ name: 'TypeError', message: 'No price for 7', stack: V8, ...fields })).fingerprint
  it.each([
    ['another number', { message: 'No price for 8' }],
    ['another build', { stack: NEXT }],
    ['a short name, which a build has made', { stack: V8.replace('at https', 'at Xy (https') }],
    ['a quoted text', { message: 'No price for "Rush"' }],
    ['an id', { message: 'No price for 0198f-3c' }],
    ['an address', { message: 'No price for https://desk.test/q' }],
  ])('is the same with %s', (_title, fields) => expect(of(fields)).toBe(of({})))

  it.each([
    ['another type', { name: 'RangeError' }],
    ['another message', { message: 'No customer for 7' }],
    ['another function', { stack: V8.replace('Quote', 'Rental') }],
    ['another file', { stack: V8.replace('quote-', 'rental-') }],
  ])('is another one with %s', (_title, fields) => expect(of(fields)).not.toBe(of({})))
})
