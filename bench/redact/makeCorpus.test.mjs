import { expect, it } from 'vitest'
import { makeCorpus } from './makeCorpus.mjs'
import { ORDINARY } from './ordinary.mjs'
import { SECRETS } from './secrets.mjs'

const corpus = makeCorpus()
const withSecrets = corpus.filter(({ secrets }) => secrets.length > 0)

it('the corpus has 5,000 texts, and none of them twice', () => {
  expect(corpus).toHaveLength(5000)
  expect(new Set(corpus.map(({ text }) => text)).size).toBe(5000)
})

it('the corpus is the same for the same seed, and another for another', () => {
  expect(makeCorpus(1)).toEqual(corpus)
  expect(makeCorpus(2)).not.toEqual(corpus)
})

it('one half has secrets, and some of it has two', () => {
  expect(withSecrets).toHaveLength(2500)
  expect(new Set(withSecrets.map(({ secrets }) => secrets.length))).toEqual(new Set([1, 2]))
  expect(withSecrets.filter(({ secrets }) => secrets.length === 2).length).toBeGreaterThan(300)
})

it('each kind has at least 70 texts, on the side where it belongs', () => {
  for (const kind of Object.keys(SECRETS)) expect.soft(countOf({ kind, secret: true }), kind).toBeGreaterThan(70)
  for (const kind of Object.keys(ORDINARY)) expect.soft(countOf({ kind, secret: false }), kind).toBeGreaterThan(70)
  const kinds = new Set([...Object.keys(SECRETS), ...Object.keys(ORDINARY).map((kind) => `without ${kind}`)])
  expect(new Set(corpus.map(({ kind, secrets }) => (secrets.length > 0 ? kind : `without ${kind}`)))).toEqual(kinds)
})

it('each of eight languages has at least 200 texts on both sides, Japanese and Chinese 50', () => {
  const least = { en: 200, de: 200, fr: 200, es: 200, pt: 200, it: 200, nl: 200, pl: 200, ja: 50, zh: 50 }
  expect(new Set(corpus.map(({ language }) => language))).toEqual(new Set(Object.keys(least)))
  for (const [language, count] of Object.entries(least)) {
    expect.soft(countOf({ language, secret: true }), language).toBeGreaterThan(count)
    expect.soft(countOf({ language, secret: false }), language).toBeGreaterThan(count)
  }
})

it('each secret is in its text, which is decoded as often as it was encoded', () => {
  const absent = withSecrets.filter(
    ({ text, secrets }) => !secrets.every((secret) => readingsOf(text).some((reading) => reading.includes(secret))),
  )
  expect(absent).toEqual([])
})

it('secrets stand at the beginning, in the middle and at the end, plain and encoded once and more often', () => {
  const places = { beginning: 0, middle: 0, end: 0, encoded: 0, 'encoded twice': 0, quoted: 0 }
  for (const { text, secrets } of withSecrets) {
    const [secret = ''] = secrets
    const at = text.indexOf(secret)
    if (at === 0) places.beginning += 1
    if (at > 0 && at + secret.length < text.length) places.middle += 1
    if (at > 0 && at + secret.length === text.length) places.end += 1
    if (/%[2-9A-Fa-f][\dA-Fa-f]/.test(text)) places.encoded += 1
    if (/%25[2-9A-Fa-f][\dA-Fa-f]/.test(text)) places['encoded twice'] += 1
    if (/["'`»“)\]>]/.test(text[at + secret.length] ?? '')) places.quoted += 1
  }
  for (const [place, count] of Object.entries(places)) expect.soft(count, place).toBeGreaterThan(30)
})

it('each card has a valid number of 13 to 19 digits, and what is like a card has not', () => {
  const cards = firstSecretsOf('card').map((card) => card.replaceAll(/[ .-]/g, ''))
  expect(cards.filter((card) => !/^\d{13,19}$/.test(card) || luhnSum(card) % 10 !== 0)).toEqual([])
  for (const length of [13, 15, 16, 19])
    expect(cards.filter((card) => card.length === length).length).toBeGreaterThan(0)
  const alike = runsOf('card-like', /\d(?:[ .-]?\d){12,18}/g).map((run) => run.replaceAll(/\D/g, ''))
  expect(alike.length).toBeGreaterThan(20)
  expect(alike.filter((card) => luhnSum(card) % 10 === 0)).toEqual([])
})

it('each IBAN has valid check digits, and what is like an IBAN has not', () => {
  const accounts = firstSecretsOf('iban').map((iban) => iban.replaceAll(/[ -]/g, '').toUpperCase())
  expect(accounts.filter((iban) => mod97(iban) !== 1)).toEqual([])
  expect(new Set(accounts.map((iban) => iban.slice(0, 2))).size).toBeGreaterThan(8)
  const alike = runsOf('iban-like', /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,}/g).map((run) => run.replaceAll(/[ -]/g, ''))
  expect(alike.length).toBeGreaterThan(20)
  expect(alike.filter((iban) => mod97(iban) === 1)).toEqual([])
})

it('no text without secrets has the number of a card by chance', () => {
  const texts = corpus.filter(({ secrets }) => secrets.length === 0)
  const runs = texts.flatMap(({ text }) => text.match(/(?<![\d%])[3-6]\d{12,18}(?!\d)/g) ?? [])
  expect(runs.length).toBeGreaterThan(20)
  expect(runs.filter((run) => luhnSum(run) % 10 === 0)).toEqual([])
})

it('a token in an address has 20 to 64 characters of three kinds, or at least 32 hexadecimal ones', () => {
  const tokens = [...firstSecretsOf('token-in-path'), ...firstSecretsOf('token-in-query')]
  const isHex = (/** @type {string} */ token) => /^[\da-f]{32,64}$/.test(token)
  const isMixed = (/** @type {string} */ token) => /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{20,64}$/.test(token)
  expect(tokens.filter((token) => !isHex(token) && !isMixed(token))).toEqual([])
  expect(tokens.filter(isHex).length).toBeGreaterThan(20)
  expect(tokens.filter(isMixed).length).toBeGreaterThan(20)
})

/** @param {{ kind?: string, language?: string, secret: boolean }} wanted */
function countOf({ kind, language, secret }) {
  return corpus.filter(
    (entry) =>
      entry.secrets.length > 0 === secret &&
      (kind ?? entry.kind) === entry.kind &&
      (language ?? entry.language) === entry.language,
  ).length
}

/** @param {string} kind */
function firstSecretsOf(kind) {
  return withSecrets.filter((entry) => entry.kind === kind).map(({ secrets }) => secrets[0] ?? '')
}

/** Runs in those texts of a kind that are not encoded. @param {string} kind @param {RegExp} pattern */
function runsOf(kind, pattern) {
  const texts = corpus.filter((entry) => entry.kind === kind && !entry.text.includes('%'))
  return texts.flatMap(({ text }) => text.match(pattern) ?? [])
}

/** What a text says, decoded by none to three steps, as it is, as a form, and as a text in JSON. @param {string} text */
function readingsOf(text) {
  return [text, text.replaceAll('+', ' ')].flatMap((start) => {
    const readings = [start]
    while (readings.length <= 3) {
      readings.push((readings.at(-1) ?? '').replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => decodeURIComponent(codes)))
    }
    return readings.flatMap((reading) => [reading, reading.replaceAll('\\n', '\n'), reading.replaceAll('\\\\n', '\n')])
  })
}

/** @param {string} digits */
function luhnSum(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const doubled = Number(digits.at(-1 - index)) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(doubled / 10) + (doubled % 10)
  }
  return sum
}

/** @param {string} iban */
function mod97(iban) {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder
}
