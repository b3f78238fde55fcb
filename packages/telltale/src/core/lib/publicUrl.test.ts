import { expect, it } from 'vitest'
import { publicUrl } from './publicUrl.ts'

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
  ['/in?utm_content=token%3Dabc&tab=1', '/in?utm_content=token%3D&tab=1'],
  ['/in?utm_content=token=abc&tab=1', '/in?utm_content=token%3D&tab=1'],
  ['/in?a=b%3Dtoken%3Dabc', '/in?a=b%3Dtoken%253D'],
  ['/call?to=%2B491701234567&tab=1', '/call?to=&tab=1'],
  ['/call?to=%252B491701234567&tab=1', '/call?to=&tab=1'],
  ['/call/+491701234567/done', '/call//done'],
  // Addresses that are nested in an address.
  ['/in?next=/cb?access_token=abc', '/in?next=%2Fcb%3Faccess_token%3D'],
  ['/in?returnTo=%2Fcb%3Ftoken%3Dabc&tab=1', '/in?returnTo=%2Fcb%3Ftoken%3D&tab=1'],
  ['/in?a=%2Fb%3Fc%3D%252Fd%253Ftoken%253Dabc', '/in?a=%2Fb%3Fc%3D%252Fd%253Ftoken%253D'],
])('%s is shown as %s', (url, shown) => expect(publicUrl(url)).toBe(shown))

it.each([
  '',
  'https://a.test/quote?total=3&postcode=12345&state=open&row=7#lines',
  'https://a.test/#/fleet?machine=m-1',
  'https://a.test/@scope/tokens?',
  'https://a.test/?a=1#b=2',
  'https://a.test/?author=7&passage=8&resident=9&next=%2Ffleet%3Fmachine%3Dm-1',
  'https://a.test/?broken=%E0%A4%A',
])('%s is shown as it is', (url) => expect(publicUrl(url)).toBe(url))

const SECRET_NAMES =
  'oobCode verification_code confirmation_code auth_code authorization_code accessCode passcode auth[code] code[0] ' +
  'api-key api_key apikey key keys accessKey PHPSESSID JSESSIONID sess sessionId authorization bearer refresh passwd pw pwd ' +
  'passphrase pass pin totp otp mfa oauth_token xsrfToken id_token client_secret credentials user_hash email userEmail e-mail ' +
  'iban tel phone phone_number phoneNumber telephone reset_password_token jwt sid SAMLResponse ticket signature x-amz-signature'

it.each(SECRET_NAMES.split(' '))('the parameter %s has no value', (name) => {
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  for (const written of [
    name,
    encodeURIComponent(name),
    encoded,
    encodeURIComponent(encoded),
    encodeURIComponent(encodeURIComponent(encoded)),
    `${name[0]}%0A${name.slice(1)}`,
    `%09${name}%20`,
  ])
    for (const start of ['/in?tab=1&', '/in?', '/in#', '/#/in?', '/in;'])
      expect(publicUrl(`${start}${written}=s-1`)).toBe(`${start}${written}=`)
})

const ORDINARY_NAMES =
  'keyword keywords author authors compass passage pinned pinterest coder postcode zipcode country_code countryCode currency-code ' +
  'lang_code language_code post_code postal_code zip_code area_code errorCode status_code token_type sessionType key_type monkey ' +
  'turkey sidebar signal sign spin opinion mfabric state status page sort row tab next codec ' +
  'refreshed resident passenger hotel telling smartphone caliban'

it.each(ORDINARY_NAMES.split(' '))('the parameter %s keeps its value', (name) => {
  for (const start of ['/in?tab=1&', '/in?', '/#/in?']) {
    const url = `${start}${name}=v-1`
    expect(publicUrl(url)).toBe(url)
  }
})

const PROOF = '3f9a1c77d0'
const SECRETS_IN_PATHS = [
  ...['token', 'tokens', 'reset', 'reset-password', 'resetPassword', 'password_reset', 'magic', 'magic-link', 'invite'],
  ...[
    'invitation',
    'verify',
    'verify-email',
    'email-verification',
    'confirm',
    'activate',
    'recover',
    'share',
    'shared',
    'quoteShare',
    'locked',
    're%73et',
    're%2573et',
  ],
]

it.each(SECRETS_IN_PATHS)('what follows %s in a path is removed where it is no word', (part) => {
  for (const proof of [PROOF, PROOF.toUpperCase(), '123456', 'ThisIsNoWordAtAllButAToken', 'MTIzNDU2Nzg%3D'])
    for (const [before, after] of [
      ['https://a.test/', ''],
      ['/app/', '/edit?tab=1'],
      ['/#/', ''],
      ['/in#!/user/', '/done'],
    ])
      expect(publicUrl(`${before}${part}/${proof}${after}`)).toBe(`${before}${part}/${after}`)
  expect(publicUrl(`/in?next=${encodeURIComponent(`/${part}/${PROOF}`)}`)).not.toContain(PROOF)
  for (const word of ['done', 'expired', 'email', 'step2', 'friends-and-family'])
    expect(publicUrl(`/${part}/${word}`)).toBe(`/${part}/${word}`)
})

it.each(SECRETS_IN_PATHS)('the parameter %s has no value that is no word', (name) => {
  for (const proof of [PROOF, 'ThisIsNoWordAtAllButAToken', 'MTIzNDU2Nzg%3D']) {
    expect(publicUrl(`/in?${name}=${proof}&tab=1`)).toBe(`/in?${name}=&tab=1`)
    expect(publicUrl(`/in?a=${encodeURIComponent(`${name}=${proof}`)}`)).not.toContain(proof)
  }
  if (!/token|passw|mail/i.test(name)) expect(publicUrl(`/in?${name}=friends&tab=1`)).toBe(`/in?${name}=friends&tab=1`)
})

const json = (value: object) => encodeURIComponent(JSON.stringify(value))
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text))

it.each([
  ['JSON', `/in?data=${json({ access_token: 's-1', tab: 1 })}`],
  ['JSON in JSON', `/in?data=${json({ inner: JSON.stringify({ 'api-key': 's-1' }) })}`],
  ['JSON in a list', `/in?data=${json([{ password: 's-1' }])}`],
  ['JSON that is encoded twice', `/in?data=${twice(JSON.stringify({ token: 's-1' }))}`],
  ['JSON that is not encoded', '/in?data={"token":"s-1"}'],
  ['JSON with an encoded name', `/in#data=${json({ 'oob%43ode': 's-1' })}`],
  ['an address that is encoded twice', `/in?next=${twice('/cb?tab=1&token=s-1')}`],
  ['an address that is encoded three times', `/in?next=${encodeURIComponent(twice('/cb?tab=1&token=s-1'))}`],
  ['an address in an address, each encoded twice', `/in?a=${twice(`/b?c=${twice('/d?code=s-1')}`)}`],
  ['an encoded list of parameters', '/in?a=1%26token%3Ds-1'],
  ['an address with an encoded name', `/in?next=${twice('/cb?c%6Fde=s-1')}`],
  ['an address in a fragment', `/in#/cb?next=${twice('/cb?auth[code]=s-1')}`],
])('no secret is left of %s', (_, url) => {
  expect(publicUrl(url)).not.toContain('s-1')
  expect(publicUrl(url)).toMatch(/^\/in[?#]/)
})

it.each([
  '/in?to=ida%40example.com',
  '/in?to=ida%2540example.com',
  '/in?to=ida%252540example.com',
  '/people/ida%2540example.com/rentals',
  '/in#/ida%2540example.com',
  `/in?next=${twice('/people/ida@example.com')}`,
  `/in?data=${json({ to: 'ida@example.com' })}`,
])('no e-mail address is left of %s', (url) => expect(publicUrl(url)).not.toContain('example.com'))

it.each([
  '/orders/key-account?status=open&page=2',
  '/orders/key-account/4711?status=open&page=2',
  '/orders/2026-11-27/12345678',
  '/authors/12345678/books?sort=title&page=2#reviews',
  '/quotes?filter[status]=open&columns=["name","total"]&from=2026-01-01T00%3A00%3A00Z',
  '/search?q=%22tower%20crane%22%20100%25&lang=de',
  '/search?q=a%2Bb%3D3',
  `/in?view=${json({ tab: 1, sort: ['name'] })}`,
  `/in?next=${twice('/fleet?machine=m-1&tab=2')}`,
  '/verification?step=2',
  '/shareholders/12345678?share=with%20friends',
  '/blocked/12345678?unblocked=12345678',
  '/search?q=%2B49&total=+3',
  '/orders/PO20261127000123?order=PO20261127000123',
  '/stores/berlin/machines/9f8b7c6d5e',
  '/in?a=%zz%41&b=%',
])('%s loses nothing', (url) => expect(publicUrl(url)).toBe(url))

it.each([
  '?',
  '&a',
  '?a=',
  '&a=b',
  '/reset',
  '/reset/123456',
  'tokentoken',
  'token',
  '%25',
  '%',
  '%41',
  '?a=%25',
  'aB',
  '{',
  '{"a=',
  '@',
  '%40',
  'key-',
  '-code',
  'country_code',
  ' ',
  '=%7B%22',
  'eyJ',
  'eyJa.',
  'a=',
  '%3D',
  'a%3D',
  '+1',
  '%2B1',
  'share',
  '/share/123456',
])('an address of 200,000 characters of %s does not take quadratic time', (part) => {
  for (const before of ['', '/in?', '/in?a=', '/in#/']) {
    // It takes a quarter of a second, also on a busy machine less than ten. Quadratic time is minutes.
    const start = performance.now()
    publicUrl(before + part.repeat(200_000 / part.length) + '=')
    expect(performance.now() - start).toBeLessThan(10_000)
  }
})

it('a secret is removed at any depth of nested addresses', () => {
  const deep = '?a='.repeat(30_000) + 'token=abc'
  expect(publicUrl(deep)).not.toContain('abc')
})
