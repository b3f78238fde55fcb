import { expect, it } from 'vitest'
import { publicUrl } from './publicUrl.ts'

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln-_'

it.each([
  ['https://a.test/cb#access_token=abc&id_token=def&state=x', 'https://a.test/cb#access_token=&id_token=&state=x'],
  ['https://a.test/cb?code=abc&state=x', 'https://a.test/cb?code=&state=x'],
  ['https://a.test/#/cb?Access-Token=abc', 'https://a.test/#/cb?Access-Token='],
  ['/cb?sessionId=1&client_secret=2&newPassword=3&api_key=4', '/cb?sessionId=&client_secret=&newPassword=&api_key='],
  ['/chat?user_hash=abc#top', '/chat?user_hash=#top'],
  ['/in?email=ida%40example.com&to=otto@example.com', '/in?email=&to='],
  ['/people/ida@example.com/rentals', '/people//rentals'],
  ['/people/ida%40example.com?tab=1', '/people/?tab=1'],
  [`/in?t=${JWT}&tab=1`, '/in?t=&tab=1'],
  [`/in/${JWT}/done`, '/in//done'],
])('%s is shown as %s', (url, shown) => expect(publicUrl(url)).toBe(shown))

it.each([
  '',
  'https://a.test/quote?total=3&postcode=12345&state=open&key=7#lines',
  'https://a.test/#/fleet?machine=m-1',
  'https://a.test/@scope/tokens?',
  'https://a.test/?a=1#b=2',
])('%s is shown as it is', (url) => expect(publicUrl(url)).toBe(url))
