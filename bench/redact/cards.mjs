import { DIGITS, LOWER, UPPER } from './createRandom.mjs'
import { ibanCheckDigits, isIban, isLuhn } from './checkDigits.mjs'

/** @import { Random } from './createRandom.mjs' */

/** The first digits of cards with the lengths that they have. @type {readonly (readonly [string, readonly number[]])[]} */
const NETWORKS = [
  ['4', [16, 16, 16, 13, 19]],
  ['51', [16]],
  ['55', [16]],
  ['2221', [16]],
  ['2720', [16]],
  ['34', [15]],
  ['37', [15]],
  ['6011', [16]],
  ['36', [14]],
  ['35', [16]],
  ['62', [16, 17, 18, 19]],
  ['6759', [16, 18]],
]

/** Accounts by country: `9` is a digit, `A` a letter, `X` one of both. @type {readonly (readonly [string, string])[]} */
const COUNTRIES = [
  ['DE', '9'.repeat(18)],
  ['FR', `${'9'.repeat(10)}${'X'.repeat(11)}99`],
  ['ES', '9'.repeat(20)],
  ['PT', '9'.repeat(21)],
  ['IT', `A${'9'.repeat(10)}${'X'.repeat(12)}`],
  ['NL', `AAAA${'9'.repeat(10)}`],
  ['PL', '9'.repeat(24)],
  ['GB', `AAAA${'9'.repeat(14)}`],
  ['AT', '9'.repeat(16)],
  ['BE', '9'.repeat(12)],
  ['CH', `${'9'.repeat(5)}${'X'.repeat(12)}`],
]

const SEPARATORS = ['', '', ' ', ' ', '-', '.']

/**
 * A card's number as people write it, with a check digit that is right, or wrong.
 *
 * @param {Random} random @param {boolean} valid
 */
export function makeCard(random, valid) {
  const [prefix, lengths] = random.pick(NETWORKS)
  const length = random.pick(lengths)
  const start = prefix + random.text(DIGITS, length - prefix.length - 1)
  const right = [...DIGITS].find((digit) => isLuhn(start + digit)) ?? ''
  const last = valid ? right : String((Number(right) + random.int(1, 9)) % 10)
  return grouped(start + last, random.pick(SEPARATORS), [14, 15].includes(length) ? /^(.{4})(.{6})(.+)$/ : undefined)
}

/**
 * An IBAN as people write it, with check digits that are right, or wrong.
 *
 * @param {Random} random @param {boolean} valid
 */
export function makeIban(random, valid) {
  const [country, pattern] = random.pick(COUNTRIES)
  const account = pattern
    .replaceAll('A', () => random.text(UPPER, 1))
    .replaceAll('X', () => random.text(DIGITS + DIGITS + UPPER, 1))
    .replaceAll('9', () => random.text(DIGITS, 1))
  const right = ibanCheckDigits(country, account)
  const check = valid ? right : String(((Number(right) + random.int(1, 60)) % 97) + 1).padStart(2, '0')
  const iban = country + check + account
  // One number in many has two pairs of check digits that are right.
  if (!valid && isIban(iban)) return makeIban(random, valid)
  const written = grouped(iban, random.pick(['', ' ', ' ', '-']))
  return valid && random.chance(0.1) ? written.toLowerCase() : written
}

/** A local part and a name of a company, which languages write with letters of their own. */
const PEOPLE = [
  'anna.schmidt',
  'j.dupont',
  'maria_garcia',
  'joao',
  'luca.rossi',
  'pieter-jan',
  'kowalska',
  'info',
  'o.brien42',
]
const UMLAUTS = ['jürgen.müller', 'zoë', 'josé.núñez', 'françois', 'łukasz', 'andré']
// An address of a page never has one of these.
const HOSTS = [
  'mail.example',
  'example.net',
  'post.example.co.uk',
  'mx.eu.example.net',
  'firma.example',
  'my-shop.example',
]
const UMLAUT_HOSTS = ['müller.example', 'bücher.example.de', 'correo.españa.example']

/** @param {Random} random */
export function makeEmail(random) {
  const person = random.pick(random.chance(0.15) ? UMLAUTS : PEOPLE) + random.pick(['', '', random.fill('##')])
  const tag = random.chance(0.25) ? `+${random.text(LOWER, random.int(2, 8))}` : ''
  const host = random.pick(random.chance(0.1) ? UMLAUT_HOSTS : HOSTS)
  const email = `${person}${tag}@${random.chance(0.2) ? `${random.text(LOWER, 5)}.` : ''}${host}`
  return random.chance(0.1) ? email.toUpperCase() : email
}

/** @param {string} text @param {string} separator @param {RegExp} [groups] four characters each, if it is left out */
function grouped(text, separator, groups) {
  const parts = groups?.exec(text)?.slice(1) ?? text.match(/.{1,4}/g) ?? []
  return parts.join(separator)
}
