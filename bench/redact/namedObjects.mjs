import { ALPHANUMERIC, BASE64_URL, createRandom, DIGITS, HEX, LOWER } from './createRandom.mjs'

/** @import { Random } from './createRandom.mjs' */

/**
 * @typedef {object} NamedProperty
 * @property {string} name
 * @property {unknown} value
 * @property {boolean} isGuilty whether nothing of the value may stay
 */

const SIZE = 2000
/** Each of them in each, so that a name is seen beside many others. */
const PROPERTIES = 6

const CERTAIN = [
  ...[
    'password',
    'passwords',
    'newPassword',
    'user_password',
    'passphrase',
    'pwd',
    'secret',
    'secrets',
    'clientSecret',
  ],
  ...['token', 'tokens', 'access_token', 'refreshToken', 'csrf_token', 'jwt', 'api_key', 'apiKeys', 'X-API-Key'],
  ...[
    'privateKey',
    'otp',
    'recovery_codes',
    'credentials',
    'cvc',
    'kennwort',
    'Passwörter',
    'wachtwoord',
    'contraseña',
  ],
  ...['contraseñas', 'senha', 'palavra-passe', 'hasło', 'mot_de_passe', 'パスワード', '密码'],
]
const AMBIGUOUS = [
  ...['pin', 'pins', 'userPin', 'auth', 'auth_header', 'authorization', 'cookie', 'cookies', 'sessionCookie'],
  ...['signature', 'sig', 'pass', 'sid', 'session_id', 'sessionId', 'access_key', 'clave', 'mfa'],
]
/** What people and programs write where no secret is. */
const WORDS = [
  ...['north', 'oidc', 'accepted', 'yes', 'none', 'saml', 'oauth2', 'google', 'magic link', 'Dropped pin', 'required'],
  ...['necessary only', 'rejectAll', 'consent_given', 'ski pass', 'RSA-SHA256', 'HS256', 'ES256', 'missing', 'expired'],
  ...[
    'Mit freundlichen Grüßen',
    'invalid_grant',
    'single-sign-on',
    'SMS',
    'theme=dark',
    'gold',
    'day pass',
    'OAuth2.0',
  ],
  ...['Unterschrift', 'à signer', 'aceptada', 'podpisano', 'handwritten', 'draw', 'type', 'TOTP', 'denied by user', ''],
]
/** What is said about a secret. @type {readonly [name: string, make: (random: Random) => unknown][]} */
const ABOUT = [
  ['token_type', () => 'Bearer'],
  ['tokens', (random) => random.int(1, 9000)],
  ['max_tokens', (random) => random.int(1, 9000)],
  ['promptTokens', (random) => random.int(1, 9000)],
  ['tokenCount', (random) => random.int(1, 9000)],
  ['password_length', (random) => random.int(8, 40)],
  ['passwordStrength', () => 'very weak'],
  ['password_reset', () => 'requested by mail'],
  ['password_changed_at', (random) => random.fill('2026-0#-1#T1#:2#:3#Z').replace('-00-', '-01-')],
  ['token_expires_in', (random) => random.int(60, 90_000)],
  ['auth_method', () => 'passkey 2 of 3'],
  ['authProvider', () => 'auth0'],
  ['secret_version', (random) => random.int(1, 3000)],
  ['token', () => true],
  ['password', () => null],
  ['secret', () => ''],
  ['tokens', () => []],
  ['passenger', (random) => `${random.int(1, 400)} A`],
  ['authors', (random) => [`author-${random.int(10, 99)}`, 'ann']],
  ['compass', (random) => random.int(1000, 3599)],
  ['keyboard', (random) => `QWERTY-${random.int(100, 999)}`],
  ['tokenizer', (random) => `cl${random.int(100, 999)}k_base`],
  ['shipping_in', (random) => `${random.int(100, 999)} days`],
]
/** Ids that only an address makes a secret. @type {readonly [name: string, make: (random: Random) => string][]} */
const IDS = [
  ['commit', (random) => random.text(HEX, 40)],
  ['trace_id', (random) => random.text(HEX, 32)],
  ['checksum', (random) => random.text(HEX, 64)],
  ['etag', (random) => random.text(HEX, 32)],
  ['order_id', uuid],
  ['requestId', uuid],
  ['quote', (random) => `quote-${random.text(DIGITS, 6)}`],
]

/** Objects with names of secrets, and with names that may be such: the same for the same seed. @param {number} [seed] */
export function makeNamedObjects(seed = 1) {
  const random = createRandom(seed)
  return Array.from({ length: SIZE }, () => {
    /** @type {Map<string, NamedProperty>} */
    const properties = new Map()
    while (properties.size < PROPERTIES) {
      const property = random.chance(0.5) ? makeGuilty(random) : makeInnocent(random)
      if (!properties.has(property.name)) properties.set(property.name, property)
    }
    return { properties: [...properties.values()], isNested: random.chance(0.3) }
  })
}

/**
 * Judges a function by the properties of such objects.
 *
 * - `recall`: of those with a secret, the share of which no part of a value is left.
 * - `precision`: of those that were changed, the share that had one.
 *
 * @param {(value: object) => object} clean
 * @param {ReturnType<typeof makeNamedObjects>} objects
 */
export function judgeNamed(clean, objects) {
  /** @type {NamedProperty[]} */
  const missed = []
  /** @type {NamedProperty[]} */
  const wrong = []
  let [guilty, changed] = [0, 0]
  for (const { properties, isNested } of objects) {
    const given = Object.fromEntries(properties.map(({ name, value }) => [name, value]))
    const shown = /** @type {Record<string, unknown>} */ (
      isNested ? /** @type {any} */ (clean({ form: [given] })).form[0] : clean(given)
    )
    for (const property of properties) {
      const { name, value, isGuilty } = property
      const isChanged = JSON.stringify(shown[name]) !== JSON.stringify(value)
      if (isChanged) changed += 1
      if (isGuilty) guilty += 1
      if (isGuilty && textsOf(value).some((text) => textsOf(shown[name]).includes(text))) missed.push(property)
      if (!isGuilty && isChanged) wrong.push(property)
    }
  }
  return { recall: 1 - missed.length / guilty, precision: 1 - wrong.length / changed, missed, wrong }
}

/** The texts and numbers of a value, at any depth. @param {unknown} value @returns {unknown[]} */
function textsOf(value) {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  return typeof value === 'string' || typeof value === 'number' ? [value] : []
}

/** @param {Random} random @returns {NamedProperty} */
function makeGuilty(random) {
  if (random.chance(0.4)) {
    const name = random.pick(AMBIGUOUS)
    const texts = [pinOf, mixed, mixedWithWord, uuid, (/** @type {Random} */ one) => one.text(HEX, 32)]
    const value = random.pick(texts)(random)
    const isNumber = /^\d+$/.test(value) && random.chance(0.5)
    return { name, value: isNumber ? Number(value) : random.chance(0.15) ? [value] : value, isGuilty: true }
  }
  const text = random.pick([pinOf, mixed, mixedWithWord, word, word])(random)
  const value = random.pick([
    text,
    text,
    text,
    [text],
    [text, word(random)],
    { old: text, new: word(random) },
    { value: text },
    [{ of: [text] }],
  ])
  return { name: random.pick(CERTAIN), value, isGuilty: true }
}

/** @param {Random} random @returns {NamedProperty} */
function makeInnocent(random) {
  const kind = random.int(1, 3)
  if (kind === 1) {
    const value = random.pick([random.pick(WORDS), random.pick(WORDS), [random.pick(WORDS)], random.int(0, 99)])
    return { name: random.pick(AMBIGUOUS), value, isGuilty: false }
  }
  const [name, make] = random.pick(kind === 2 ? ABOUT : IDS)
  return { name, value: make(random), isGuilty: false }
}

/** @param {Random} random */
function uuid(random) {
  return [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-')
}

/** The first digit is no zero, so that it may be a number. @param {Random} random */
function pinOf(random) {
  return `${random.int(1, 9)}${random.text(DIGITS, random.int(3, 5))}`
}

/** @param {Random} random */
function mixed(random) {
  return random.text(random.pick([ALPHANUMERIC, BASE64_URL]), random.int(12, 32))
}

/** @param {Random} random */
function mixedWithWord(random) {
  return random.pick([
    `id=${mixed(random)}`,
    `s%3A${mixed(random)}`,
    `Tiger${random.text(DIGITS, 4)}!`,
    `fiets-${random.text(LOWER, 5)}-${random.text(DIGITS, 2)}`,
  ])
}

/** @param {Random} random */
function word(random) {
  return random.pick(['hunter', 'tiger', 'correct horse battery staple', 'Sommer', 'fromage!', 'zamek', '[giraffe]'])
}
