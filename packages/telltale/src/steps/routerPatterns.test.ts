import { describe, expect, it } from 'vitest'
import { reactRouterPattern, tanstackRouterPattern } from './routerPatterns.ts'

describe('React Router', () => {
  const router = (pathname: string, ...matches: readonly [path: string | undefined, pathname: string][]) => ({
    state: {
      location: { pathname },
      matches: matches.map(([path, of]) => ({ pathname: of, route: path === undefined ? {} : { path } })),
    },
  })
  const patternAt = (url: string, given: ReturnType<typeof router> | undefined) => reactRouterPattern(() => given)(url)

  it.each<[string, ReturnType<typeof router>, string | undefined]>([
    ['https://app.test/', router('/', ['/', '/'], [undefined, '/']), '/'],
    ['https://app.test/quotes/17', router('/quotes/17', ['/', '/'], ['quotes/:id', '/quotes/17']), '/quotes/:id'],
    [
      'https://app.test/app/quotes/17/lines?a=1#b',
      router(
        '/app/quotes/17/lines',
        [undefined, '/'],
        ['/quotes/:id', '/quotes/17'],
        ['lines/:line?', '/quotes/17/lines'],
      ),
      '/quotes/:id/lines/:line?',
    ],
    ['https://app.test/files/a/b', router('/files/a/b', ['/', '/'], ['files/*', '/files/a/b']), '/files/*'],
    ['https://app.test/#/quotes/17?a=1', router('/quotes/17', ['quotes/:id', '/quotes/17']), '/quotes/:id'],
    // Nothing is found.
    ['https://app.test/nope/5', router('/nope/5', ['/', '']), ''],
    ['https://app.test/nope/5', router('/nope/5'), ''],
    // A loader runs after a press of the back button.
    ['https://app.test/quotes/17', router('/users', ['users', '/users']), undefined],
  ])('the pattern at %s', (url, given, pattern) => {
    expect(patternAt(url, given)).toBe(pattern)
  })

  it('is not known before there is a router', () => {
    expect(patternAt('https://app.test/', undefined)).toBeUndefined()
  })
})

describe('TanStack Router', () => {
  const router = (fullPaths: readonly string[], resolved: string | undefined = '/now', isLost = false) => ({
    state: {
      location: { pathname: '/now' },
      resolvedLocation: resolved === 'none' ? undefined : { pathname: resolved },
      matches: ['__root__', ...fullPaths].map((fullPath) => ({
        ...{ routeId: fullPath, fullPath: fullPath === '__root__' ? '/' : fullPath },
        ...(isLost && { globalNotFound: true }),
      })),
    },
  })

  it.each<[string, ReturnType<typeof router>, string | undefined]>([
    ['a route with a parameter', router(['/quotes', '/quotes/$quoteId']), '/quotes/$quoteId'],
    ['an index route', router(['/quotes', '/quotes/']), '/quotes'],
    ['the home page', router(['/']), '/'],
    ['the rest of a path', router(['/files/$']), '/files/$'],
    ['a page that is not found', router([]), ''],
    ['a page that is not found below a route', router(['/quotes'], '/now', true), ''],
    ['loaders that run', router(['/quotes'], '/before'), undefined],
    ['the first load', router([], 'none'), undefined],
  ])('%s', (_, given, pattern) => {
    expect(tanstackRouterPattern(() => given)()).toBe(pattern)
  })

  it('is not known before there is a router', () => {
    expect(tanstackRouterPattern(() => undefined)()).toBeUndefined()
  })
})
