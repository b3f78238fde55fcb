import { open } from './open.mjs'

/** @import { Entry } from './makeCorpus.mjs' */

/**
 * Judges a function that takes secrets out of texts.
 *
 * - `recall`: the share of the secrets that are gone.
 * - `precision`: of the texts that were changed, the share that had secrets.
 * - `damaged`: of the words beside secrets, the share that is gone.
 * - `missed`: each secret that is still there.
 * - `halves`: each secret of which more than a half is still there, in one piece. They count as gone.
 * - `wrong`: each text without secrets that was changed.
 *
 * @param {(text: string) => string} clean
 * @param {readonly Entry[]} corpus
 */
export function judge(clean, corpus) {
  /** @type {(Entry & { secret: string, output: string })[]} */
  const missed = []
  /** @type {(Entry & { secret: string, output: string })[]} */
  const halves = []
  /** @type {(Entry & { output: string })[]} */
  const wrong = []
  const count = { secrets: 0, changed: 0, words: 0, gone: 0 }
  for (const entry of corpus) {
    const output = clean(entry.text)
    if (output !== entry.text) count.changed += 1
    if (entry.secrets.length === 0) {
      if (output !== entry.text) wrong.push({ ...entry, output })
      continue
    }
    count.secrets += entry.secrets.length
    for (const secret of entry.secrets) {
      if (holds(output, secret)) missed.push({ ...entry, secret, output })
      else if (holdsHalf(output, secret)) halves.push({ ...entry, secret, output })
    }
    const words = wordsBeside(entry)
    count.words += words.length
    count.gone += goneFrom(output, words)
  }
  return {
    recall: share(count.secrets - missed.length, count.secrets, 1),
    precision: share(count.changed - wrong.length, count.changed, 1),
    damaged: share(count.gone, count.words, 0),
    missed,
    halves,
    wrong,
  }
}

/** Whether a text holds a secret, as it is written or in its normal form. @param {string} text @param {string} secret */
function holds(text, secret) {
  return open(text).toLowerCase().includes(secret.toLowerCase()) || normal(text).includes(normal(secret))
}

/** @param {string} text @param {string} secret */
function holdsHalf(text, secret) {
  const [hay, needle] = [normal(text), normal(secret)]
  const length = Math.floor(needle.length / 2) + 1
  for (let start = 0; start + length <= needle.length; start += 1) {
    if (hay.includes(needle.slice(start, start + length))) return true
  }
  return false
}

/** The words of a text that are no part of a secret. @param {Entry} entry */
function wordsBeside({ text, secrets }) {
  let rest = open(text)
  for (const secret of secrets) {
    // A form writes a space as a plus sign.
    for (const spelling of [secret, secret.replaceAll(' ', '+')]) rest = rest.replaceAll(spelling, ' ')
  }
  return wordsOf(rest)
}

/** How many of the words an output does not hold, each as often as it stood there. @param {string} output @param {string[]} words */
function goneFrom(output, words) {
  /** @type {Map<string, number>} */
  const left = new Map()
  for (const word of wordsOf(open(output))) left.set(word, (left.get(word) ?? 0) + 1)
  let gone = 0
  for (const word of words) {
    const times = left.get(word) ?? 0
    if (times === 0) gone += 1
    else left.set(word, times - 1)
  }
  return gone
}

/** Words of Japanese and Chinese may touch a secret. @type {RegExp} */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}]){2,}/gu

/** A single letter is no word. @param {string} text */
function wordsOf(text) {
  return text.match(WORD) ?? []
}

/** Without what people write between groups, and in small letters. @param {string} text */
function normal(text) {
  return open(text)
    .replaceAll(/[\s.\-+()/]/g, '')
    .toLowerCase()
}

/** @param {number} part @param {number} all @param {number} otherwise the share of nothing */
function share(part, all, otherwise) {
  return all === 0 ? otherwise : part / all
}
