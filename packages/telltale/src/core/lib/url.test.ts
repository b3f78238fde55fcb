import { expect, it } from 'vitest'
import { publicUrl } from './url.ts'

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln-_'

it.each([
  ['https://a.test/cb#access_token=abc&id_token=def&state=x', 'https://a.test/cb#access_token=&id_token=&state=x'],
  ['https://a.test/cb?code=abc&state=x', 'https://a.test/cb?code=&state=x'],
  ['https://a.test/#/cb?Access-Token=abc', 'https://a.test/#/cb?Access-Token='],
  ['https://a.test/#/cb?code=abc', 'https://a.test/#/cb?code='],
  ['/cb?sessionId=1&client_secret=2&newPassword=3&api_key=4', '/cb?sessionId=&client_secret=&newPassword=&api_key='],
  ['/chat?user_hash=abc#top', '/chat?user_hash=#top'],
  ['/in?email=ida%40example.com&to=otto@example.com', '/in?email=&to='],
  ['/people/ida@example.com/rentals', '/people//rentals'],
  ['/people/ida%40example.com?tab=1', '/people/?tab=1'],
  [`/in?t=${JWT}&tab=1`, '/in?t=&tab=1'],
  [`/in/${JWT}/done`, '/in//done'],
  ['/in?otp=123456&ticket=ST-1&sig=ab&auth=cd&pwd=e&sid=f', '/in?otp=&ticket=&sig=&auth=&pwd=&sid='],
  ['/acs?SAMLResponse=abc&client_assertion=def', '/acs?SAMLResponse=&client_assertion='],
  ['/page;jsessionid=ABC?tab=1', '/page;jsessionid='],
  ['/in?tab=1;token=abc', '/in?tab=1%3Btoken%3D'],
  ['/in?token=a;b?c%26d&tab=1', '/in?token=&tab=1'],
  // Addresses that are nested in an address.
  ['/in?next=/cb?access_token=abc', '/in?next=%2Fcb%3Faccess_token%3D'],
  ['/in?returnTo=%2Fcb%3Ftoken%3Dabc&tab=1', '/in?returnTo=%2Fcb%3Ftoken%3D&tab=1'],
  ['/in?a=%2Fb%3Fc%3D%252Fd%253Ftoken%253Dabc', '/in?a=%2Fb%3Fc%3D%252Fd%253Ftoken%253D'],
])('%s is shown as %s', (url, shown) => expect(publicUrl(url)).toBe(shown))

it.each([
  '',
  'https://a.test/quote?total=3&postcode=12345&state=open&key=7#lines',
  'https://a.test/#/fleet?machine=m-1',
  'https://a.test/@scope/tokens?',
  'https://a.test/?a=1#b=2',
  'https://a.test/?author=7&passage=8&resident=9&next=%2Ffleet%3Fmachine%3Dm-1',
  'https://a.test/?broken=%E0%A4%A',
])('%s is shown as it is', (url) => expect(publicUrl(url)).toBe(url))

it('a secret is removed at any depth of nested addresses', () => {
  const deep = '?a='.repeat(30_000) + 'token=abc'
  expect(publicUrl(deep)).not.toContain('abc')
})
