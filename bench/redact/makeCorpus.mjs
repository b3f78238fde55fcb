import { isIban, isLuhn } from './checkDigits.mjs'
import { createRandom } from './createRandom.mjs'
import { open } from './open.mjs'
import { ORDINARY } from './ordinary.mjs'
import { SECRETS } from './secrets.mjs'
import { SHAPES } from './shapes.mjs'
import { WORDS } from './words.mjs'

/** @import { Random } from './createRandom.mjs' */
/** @import { Words } from './words.mjs' */

/**
 * @typedef {object} Entry
 * @property {string} text what an application puts into an event
 * @property {string[]} secrets what must not be stored, as a person reads it: decoded, with the spaces of its groups
 * @property {string} kind a name in `SECRETS` or `ORDINARY`; of two secrets, that of the first
 * @property {string} language
 */

const SIZE = 5000

/** Texts with Japanese or Chinese words are fewer. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'].flatMap((language) => [language, language, language])
LANGUAGES.push('ja', 'zh')

/**
 * Texts with and without secrets by turns, the same for the same seed, and none twice.
 *
 * @param {number} [seed]
 * @returns {Entry[]}
 */
export function makeCorpus(seed = 1) {
  const random = createRandom(seed)
  /** @type {Map<string, Entry>} */
  const entries = new Map()
  while (entries.size < SIZE) {
    const turn = Math.floor(entries.size / 2)
    const language = random.pick(LANGUAGES)
    const make = entries.size % 2 === 0 ? makeWithSecrets : makeOrdinary
    const entry = make(random, language, turn)
    if (!entries.has(entry.text)) entries.set(entry.text, entry)
  }
  return [...entries.values()]
}

/** @param {Random} random @param {string} language @param {number} turn @returns {Entry} */
function makeWithSecrets(random, language, turn) {
  const kinds = [nth(Object.keys(SECRETS), turn)]
  if (random.chance(0.2)) kinds.push(random.pick(Object.keys(SECRETS)))
  const words = wordsOf(language)
  const pieces = kinds.map((kind) => /** @type {(typeof SECRETS)[string]} */ (SECRETS[kind])(random, words))
  const shape = random.pick(SHAPES)
  const text = shape(
    random,
    words,
    pieces.map(({ written }) => written),
  )
  return { text, secrets: pieces.map(({ secret }) => secret), kind: kinds[0] ?? '', language }
}

/** @param {Random} random @param {string} language @param {number} turn @returns {Entry} */
function makeOrdinary(random, language, turn) {
  const kind = nth(Object.keys(ORDINARY), turn)
  const words = wordsOf(language)
  const piece = /** @type {(typeof ORDINARY)[string]} */ (ORDINARY[kind])(random, words)
  const text = random.pick(SHAPES)(random, words, [piece])
  // By chance, a number of another kind is one that no reader could tell from a card's.
  return holdsNumber(text) ? makeOrdinary(random, language, turn) : { text, secrets: [], kind, language }
}

/** Whether a text holds the valid number of a card or an account, as some of the groups of its digits. @param {string} text */
function holdsNumber(text) {
  const plain = open(text)
  const cards = (plain.match(/\d(?:[ .+-]?\d)*/g) ?? []).flatMap(joinedGroups)
  const accounts = (plain.match(/[A-Z]{2}\d{2}[ +-]?[A-Z\d](?:[ +-]?[A-Z\d])*/g) ?? []).flatMap(joinedGroups)
  return cards.some((card) => /^[2-6]\d{12,18}$/.test(card) && isLuhn(card)) || accounts.some(isIban)
}

/** Each number that neighbouring groups make. @param {string} run */
function joinedGroups(run) {
  const groups = run.split(/[ .+-]/)
  return groups.flatMap((_, from) =>
    groups.slice(from).map((_last, index) => groups.slice(from, from + index + 1).join('')),
  )
}

/** @param {string} language */
function wordsOf(language) {
  return /** @type {Words} */ (WORDS[language])
}

/** @param {string[]} list @param {number} turn */
function nth(list, turn) {
  return list[turn % list.length] ?? ''
}
