import { ALPHANUMERIC, BASE64_URL, DIGITS, HEX, LOWER, UPPER } from './createRandom.mjs'
import { makeCard, makeEmail, makeIban } from './cards.mjs'

/** @import { Random } from './createRandom.mjs' */
/** @import { Words } from './words.mjs' */

/**
 * @typedef {object} Piece
 * @property {string} written the secret with what must stand beside it, such as `Bearer` or a name
 * @property {string} secret
 */

/** Keys with well-known prefixes, as their vendors document them. @type {readonly ((random: Random) => string)[]} */
const KEYS = [
  (random) => `sk_live_${random.text(ALPHANUMERIC, 24)}`,
  (random) => `rk_live_${random.text(ALPHANUMERIC, 24)}`,
  (random) => `ghp_${random.text(ALPHANUMERIC, 36)}`,
  (random) => `github_pat_${random.text(ALPHANUMERIC, 22)}_${random.text(ALPHANUMERIC, 59)}`,
  (random) => `xoxb-${random.text(DIGITS, 12)}-${random.text(DIGITS, 12)}-${random.text(ALPHANUMERIC, 24)}`,
  (random) => `AKIA${random.text(`${UPPER}234567`, 16)}`,
  (random) => `AIza${random.text(BASE64_URL, 34)}${random.text(ALPHANUMERIC, 1)}`,
  (random) => `glpat-${random.text(BASE64_URL, 19)}${random.text(ALPHANUMERIC, 1)}`,
  (random) => `npm_${random.text(ALPHANUMERIC, 36)}`,
  (random) => `SG.${random.text(BASE64_URL, 22)}.${random.text(BASE64_URL, 42)}${random.text(ALPHANUMERIC, 1)}`,
]

const SECRET_NAMES = [
  ...['password', 'passwd', 'pwd', 'secret', 'client_secret', 'token', 'access_token', 'refresh_token', 'auth_token'],
  ...['accessToken', 'api_key', 'apikey', 'apiKey', 'X-Amz-Signature'],
]

const ADDRESSES = ['https://app.example.com', 'https://files.example.org/de', '', '/app', 'http://localhost:3000']
const PATHS = ['/share/', '/locked/', '/reset/', '/invite/', '/password/reset/', '/unsubscribe/', '/magic-link/']
const QUERIES = ['?share=', '?invite=', '?reset=', '?key=', '?page=2&share=', '#share=', '#/locked/']

/** @type {Readonly<Record<string, (random: Random, words: Words) => Piece>>} */
export const SECRETS = {
  email: (random) => {
    const email = makeEmail(random)
    return { secret: email, written: random.pick([email, email, email, email.replace('@', '%40'), `mailto:${email}`]) }
  },
  jwt: (random) => alone(makeJwt(random)),
  bearer: (random) => {
    const token = random.pick([makeToken, makeJwt, (/** @type {Random} */ other) => other.text(HEX, 40)])(random)
    return {
      secret: token,
      written: random.pick(['Bearer ', 'Authorization: Bearer ', 'bearer ', 'authorization=Bearer ']) + token,
    }
  },
  basic: (random) => {
    const user = `${random.pick(['anna', 'admin', 'api-user', 'svc_billing'])}:${random.text(ALPHANUMERIC, random.int(8, 20))}`
    const token = Buffer.from(user).toString('base64')
    const quoted = `{"authorization":"Basic ${token}"}`
    return { secret: token, written: random.pick([`Basic ${token}`, `Authorization: Basic ${token}`, quoted]) }
  },
  card: (random) => alone(makeCard(random, true)),
  'phone-international': (random, words) => {
    const phone = random.fill(random.pick(words.prefixes))
    // Without a plus sign, a number is one of a telephone only by a word.
    if (phone.startsWith('00')) return { secret: phone, written: `${random.pick(words.calls)} ${phone}` }
    return { secret: phone, written: random.pick([phone, phone, `tel:${phone}`]) }
  },
  'phone-national': (random, words) => {
    const phone = random.fill(random.pick(words.phones))
    return { secret: phone, written: `${random.pick(words.calls)} ${phone}` }
  },
  iban: (random) => {
    const iban = makeIban(random, true)
    return { secret: iban, written: random.pick([iban, iban, `IBAN: ${iban}`]) }
  },
  key: (random) => alone(random.pick(KEYS)(random)),
  'private-key': (random) => {
    const kind = random.pick(['', 'RSA ', 'EC ', 'OPENSSH '])
    const lines = Array.from({ length: random.int(2, 6) }, () => random.text(`${ALPHANUMERIC}+/`, 64))
    const body = `${lines.join('\n')}\n${random.text(ALPHANUMERIC, 30)}==`
    return alone(`-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`)
  },
  'token-in-path': (random) => {
    const token = makeOpaque(random)
    const end = random.pick(['', '', '/', '?lang=de', '#top', '/edit'])
    return { secret: token, written: random.pick(ADDRESSES) + random.pick(PATHS) + token + end }
  },
  'token-in-query': (random) => {
    const token = makeOpaque(random)
    return {
      secret: token,
      written: `${random.pick(ADDRESSES)}/documents${random.pick(QUERIES)}${token}${random.pick(['', '&lang=de'])}`,
    }
  },
  named: (random) => {
    const password = makePassword(random)
    const written = `${random.pick(SECRET_NAMES)}${random.pick(['=', '=', ': ', ':', ' = '])}${password}`
    return { secret: password, written }
  },
  'named-in-json': (random) => {
    const password = makePassword(random)
    const entry = `"${random.pick(SECRET_NAMES)}":${random.pick(['', ' '])}"${password}"`
    return { secret: password, written: random.pick([`{${entry}}`, entry, `{"user":"anna",${entry},"remember":true}`]) }
  },
  'named-in-query': (random) => {
    const password = makePassword(random)
    const pair = `${random.pick(SECRET_NAMES)}=${encodeURIComponent(password)}`
    const inside = random.pick([`utm_content=${encodeURIComponent(pair)}`, pair, `lang=de&${pair}`, `${pair}&page=2`])
    return { secret: password, written: `${random.pick(ADDRESSES)}/landing${random.pick(['?', '?', '#'])}${inside}` }
  },
  'named-in-own-language': (random, words) => {
    const password = makePassword(random)
    return {
      secret: password,
      written: `${random.pick(words.passwords)}${random.pick([': ', '=', ' = ', ':'])}${password}`,
    }
  },
  // OpenTelemetry's conventions for `url.full` forbid credentials in an address.
  'credentials-in-address': (random) => {
    const password = random.text(ALPHANUMERIC, random.int(10, 20))
    const user = random.pick(['anna', 'deploy', 'postgres', 'api'])
    const address = random.pick([
      'https://@repository.example.com/telltale.git',
      'postgres://@db.example.com:5432/app',
      'redis://@cache.example:6379',
    ])
    return { secret: password, written: address.replace('@', `${user}:${password}@`) }
  },
}

/** @param {string} secret @returns {Piece} */
function alone(secret) {
  return { secret, written: secret }
}

/** @param {Random} random */
function makeJwt(random) {
  const head = encode({ alg: random.pick(['HS256', 'RS256', 'ES256']), typ: 'JWT' })
  const body = encode({ sub: random.fill('1########'), name: 'Anna', iat: 1_740_000_000 + random.int(0, 9_999_999) })
  return `${head}.${body}.${random.text(BASE64_URL, 42)}${random.text(ALPHANUMERIC, 1)}`
}

/** @param {object} value */
function encode(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A token of base64url that has small and capital letters and digits, as nearly all of this length have. @param {Random} random */
function makeToken(random) {
  const start = random.text(UPPER, 1) + random.text(LOWER, 1) + random.text(DIGITS, 1)
  return start + random.text(BASE64_URL, random.int(16, 60)) + random.text(ALPHANUMERIC, 1)
}

/** @param {Random} random */
function makeOpaque(random) {
  if (random.chance(0.6)) return makeToken(random)
  return random.text(HEX, random.pick([32, 40, 48, 64]))
}

/** @param {Random} random */
function makePassword(random) {
  const word = random.pick(['Sommer', 'Tiger', 'Zamek', 'Fromage', 'Fiets', 'Corazon', 'Giraffe'])
  return random.pick([
    `${word}${random.fill('####')}${random.pick(['!', '*', ''])}`,
    `${word.toLowerCase()}-${random.text(LOWER, 5)}-${random.fill('##')}`,
    random.text(ALPHANUMERIC, random.int(10, 24)),
    makeToken(random),
  ])
}
