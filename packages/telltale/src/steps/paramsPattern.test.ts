import { expect, it } from 'vitest'
import { paramsPattern, type RouteParams } from './paramsPattern.ts'

const HOME = 'https://app.test'

it.each<[string, RouteParams | null, string]>([
  ['/', {}, '/'],
  ['/quotes', null, '/quotes'],
  ['/quotes/17', { id: '17' }, '/quotes/:id'],
  ['/quotes/17/lines/3', { id: '17', line: '3' }, '/quotes/:id/lines/:line'],
  ['/quotes/17/lines/17', { id: '17', line: '17' }, '/quotes/:id/lines/:line'],
  ['/new/new', { id: 'new' }, '/new/:id'],
  ['/17/edit', { id: '17' }, '/:id/edit'],
  ['/shop/a/b/c', { slug: ['a', 'b', 'c'] }, '/shop/:slug*'],
  ['/a/b/a', { shop: 'a', slug: ['b', 'a'] }, '/:shop/:slug*'],
  ['/shop', { slug: undefined }, '/shop'],
  ['/shop', { slug: [] }, '/shop'],
  ['/files/a/b', { '*': 'a/b' }, '/files/*'],
  ['/people/ada%40first.example', { mail: 'ada@first.example' }, '/people/:mail'],
  ['/people/ada%40first.example', { mail: 'ada%40first.example' }, '/people/:mail'],
  ['/%E0%A4%A/17', { id: '17' }, '/%E0%A4%A/:id'],
  ['/quotes/17', { id: '18' }, '/quotes/17'],
])('%s with %j is %s', (pathname, params, pattern) => {
  const route = paramsPattern()
  route.set(pathname, params)
  expect(route.pattern(`${HOME}${pathname}?a=17#17`)).toBe(pattern)
  // A base path is not in the path of the router.
  expect(route.pattern(`${HOME}/base${pathname}`)).toBe(pattern)
})

it('gives none before the component has told it, and none of the page before', () => {
  const route = paramsPattern()
  expect(route.pattern(`${HOME}/quotes/17`)).toBeUndefined()
  route.set('/quotes/17', { id: '17' })
  expect(route.pattern(`${HOME}/quotes/18`)).toBeUndefined()
})
