import { describe, expect, it } from 'vitest'
import { readThrown } from './thrown.ts'

// Files, frames and messages of other builds and engines, by what the documentation of `errors()` says of fingerprints and secrets.

const errorOf = (message: string, stack = '') => Object.assign(new Error(message), { stack })
const of = (message: string, stack?: string) => readThrown(errorOf(message, stack)).fingerprint
const inFile = (file: string) => of('No price', `Error: No price\n    at run (https://a.test/${file}:1:2)`)

describe('the fingerprint is the same in the next build', () => {
  it.each([
    ['Vite', 'assets/index-Di3xkTda.js', 'assets/index-BzK3n9aZ.js'],
    ['Vite, with dashes in the hash', 'assets/index-D-3xk-d_.js', 'assets/index-BzK3n9aZ.js'],
    ['Vite, for old browsers', 'assets/index-legacy-Di3xkTda.js', 'assets/index-legacy-BzK3n9aZ.js'],
    ['Next.js with pages', 'pages/index-3f9a1c2b3f9a1c2b.js', 'pages/index-aaaa1c2b3f9a1c2b.js'],
    ['a query', 'app.js?v=1', 'app.js?v=2'],
    ['modules', 'app.3f9a1c2b.mjs', 'app.aaaa1c2b.mjs'],
    ['another host and folder', 'v1/app.js', 'v2/x/app.js'],
  ])('of %s', (_title, one, other) => expect(inFile(one)).toBe(inFile(other)))

  it.each([
    ['Nuxt and SvelteKit', '_nuxt/BxK3n9aZ.js', '_nuxt/Dq9Lm2Pk.js'],
    ['Next.js with Turbopack', '_next/static/chunks/8f1a2b3c4d5e6f70.js', '_next/static/chunks/1c2b3c4d5e6f7081.js'],
    ['Create React App', 'static/js/main.3f9a1c2b.chunk.js', 'static/js/main.aaaa1c2b.chunk.js'],
    ['webpack with `.bundle`', 'main-3f9a1c2b.bundle.js', 'main-aaaa1c2b.bundle.js'],
    ['SvelteKit, at its start', 'entry/start.BxK3n9aZ.js', 'entry/start.Dq9Lm2Pk.js'],
    ['Nuxt, with dashes in the hash', '_nuxt/D-9Lm_Pk.js', '_nuxt/BxK3n9aZ.js'],
    ['Nuxt, without a digit in the hash', '_nuxt/BxKnnaZq.js', '_nuxt/BxK3n9aZ.js'],
    ['esbuild', 'chunk-7QK3JZ5B.js', 'chunk-ABCDEFGH.js'],
    ['a longer hash', 'index-Di3xkTdaQ9x.js', 'index-BzK3n9aZaaZ.js'],
    ['a minifier', 'main.3f9a1c2b.min.js', 'main.aaaa1c2b.min.js'],
  ])('of %s, whose file names have the hash in another place', (_title, one, other) =>
    expect(inFile(one)).toBe(inFile(other)),
  )
})

describe('the fingerprint', () => {
  it.each([
    ['page-settings-Di3xkTda.js', 'page-customers-BzK3n9aZ.js'],
    ['settings.js', 'customers.js'],
    ['QuoteList.tsx', 'RentalForm.tsx'],
    ['quoteList.min.js', 'rentalForm.min.js'],
    ['app-main.js', 'old-main.js'],
  ])('is another one in another file: %s and %s', (one, other) => expect(inFile(one)).not.toBe(inFile(other)))

  it.each([
    ['no "Ann\'s" quote', 'no "Bob\'s" quote'],
    ['no « Ann » here', 'no « Bob » here'],
    ['no „Ann“ here', 'no „Bob“ here'],
    ['no user ann@example.com', 'no user bob@example.com'],
    ['GET /api/quotes/ann', 'GET /api/quotes/bob'],
    ['1,234.50 € is too much', '7 € is too much'],
  ])('is the same for %j and %j', (one, other) => expect(of(one)).toBe(of(other)))

  it.each([
    ["Can't find 'Ann' now", "Can't find 'Bob' now"],
    ['no ‘Ann’ here', 'no ‘Bob’ here'],
    ['Can’t find ‘Ann’', 'Can’t find ‘Bob’'],
    ["don't, can't: `Ann's`", "don't, can't: `Bob's`"],
  ])('is the same for %j and %j, which differ in a quoted text only', (one, other) => expect(of(one)).toBe(of(other)))

  const CHROMIUM = 'Error: No price\n    at run (https://a.test/app.js:1:2)\n    at https://a.test/app.js:5:6'
  it.each([
    ['Firefox', 'run@https://a.test/app.js:1:2\n@https://a.test/app.js:5:6\n'],
    ['WebKit', 'run@https://a.test/app.js:1:2\nhttps://a.test/app.js:5:6'],
    ['Chromium, in an async function', CHROMIUM.replace('at run', 'at async run')],
    ['Chromium, at other lines', CHROMIUM.replaceAll(/\d:\d/g, '77:8')],
  ])('is the same for the same frames of %s', (_title, stack) =>
    expect(of('No price', stack)).toBe(of('No price', CHROMIUM)),
  )

  it.each<[title: string, at: (line: number) => string]>([
    ['eval in Chromium', (line) => `at eval (eval at run (https://a.test/a.js:1:2), <anonymous>:${line}:1)`],
    ['the console in Chromium', (line) => `at run (<anonymous>:${line}:1)`],
    ['eval in Firefox', (line) => `run@https://a.test/a.js line ${line} > eval:1:1`],
  ])('does not depend on the lines of %s', (_title, at) =>
    expect(of('No price', at(111))).toBe(of('No price', at(512))),
  )
})

describe('the stack trace of Firefox and WebKit, which has no message,', () => {
  it('has all frames', () =>
    expect(
      readThrown(errorOf('No price', 'run@https://a.test/app.js:1:2\nload@https://a.test/app.js:3:4')).stacktrace,
    ).toBe('Error: No price\nrun@https://a.test/app.js:1:2\nload@https://a.test/app.js:3:4'))

  it.each(['run', 'un', 'load', 'app', '1', 'test', 'https', 'run@https://a.test/app.js:1:2'])(
    'has all frames, although %j of a frame is the message, too',
    (message) => {
      const { stacktrace } = readThrown(
        errorOf(message, 'run@https://a.test/app.js:1:2\nload@https://a.test/app.js:3:4'),
      )
      expect(stacktrace).toBe(`Error: ${message}\nrun@https://a.test/app.js:1:2\nload@https://a.test/app.js:3:4`)
    },
  )
})

describe('what is secret', () => {
  const inMessage = (message: string) =>
    JSON.stringify(readThrown(errorOf(message, `Error: ${message}\n    at a.js:1:2`)))
  it.each([
    'GET https://a.test/x?token=secret',
    'GET https://a.test/x#secret',
    '{"url":"https://a.test/x?token=secret"}',
    'GET https://a.test/x;jsessionid=secret1 and /y?a=secret',
    'GET https:\\/\\/a.test\\/x?token=secret',
    'https://ann:secret@a.test/x',
    'mailto:secret@example.com',
    'a https://a.test/x?a=b,https://b.test/?token=secret',
    `a\n    at https://a.test/x?token=secret:1:2`,
  ])('is not recorded of %j', (message) => expect(inMessage(message)).not.toContain('secret'))

  it.each([
    ['the query of an address with brackets, as those of OData', 'GET https://a.test/Quotes(7)?token=secret'],
    ['the query of an address with quotes', "GET /Quotes('7')?token=secret"],
    ['the query of an address without a slash', 'GET search?token=secret'],
    ['the query alone', 'bad query ?token=secret'],
    ['the fragment alone', 'bad state #access_token=secret'],
    ['a password in an address of numbers', 'https://ann:secret@10.0.0.1/x'],
    ['a password in a local address', 'https://ann:secret@localhost:8080/x'],
    ['a password alone', 'redis://:secret@localhost:6379/0'],
    ['a password with brackets and quotes', "postgres://ann:se(secret'@localhost/desk"],
    ['a password in an address in JSON', 'https:\\/\\/ann:secret@localhost\\/x'],
    ['a password of a file of code', 'https://ann:secret@10.0.0.1/a.js'],
    ['what may be an id, in brackets', "GET /Quotes('secret')"],
    ['an e-mail address where the text is cut', `https://a.test/?${'q'.repeat(7_973)} secret@example.com`],
    [
      'a password where the text is cut',
      `https://a.test/?${'q'.repeat(7_900)} https://ann:secret${'x'.repeat(90)}@localhost`,
    ],
    ['an e-mail address that is encoded twice', 'no user secret%2540example.com'],
    ['an e-mail address with an encoded domain', 'no user secret@%D0%BF%D1%80.%D1%80%D1%84'],
    ['an e-mail address where reading ends', `https://a.test/?${'q'.repeat(970)} secret@example.com`],
    ['an e-mail address that is encoded', 'no user secret%40example.com'],
    ['an e-mail address with letters of another script', 'no user secret@пример.рф'],
  ])('is not recorded: %s', (_title, message) => expect(inMessage(message)).not.toContain('secret'))
})
