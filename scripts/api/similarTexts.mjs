/**
 * What an editor shows of a public name.
 *
 * @typedef {object} Hover
 * @property {string} name
 * @property {string} text
 */

/** Shorter texts are equal by chance, such as "The key of the flag.". */
const MIN_WORDS = 12
/** Texts that have drifted still share most of their words. */
const MIN_SHARED = 0.8

/**
 * Finds the texts that stand twice. The second one is forgotten when the first one is changed: a type is to be shared, or an alias is to have none.
 *
 * @param {readonly Hover[]} hovers
 * @returns {[string, string][]} the names of two hovers with equal or nearly equal texts
 */
export function similarTexts(hovers) {
  const long = hovers
    .map(({ name, text }) => ({ name, words: wordsOf(text) }))
    .filter(({ words }) => words.length >= MIN_WORDS)
  return long.flatMap((one, index) =>
    long.slice(index + 1).flatMap((other) => {
      /** @type {[string, string]} */
      const pair = [one.name, other.name]
      return sharedPart(one.words, other.words) > MIN_SHARED ? [pair] : []
    }),
  )
}

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/**
 * Each word counts as often as both texts have it.
 *
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
function sharedPart(one, other) {
  const left = [...other]
  const shared = one.filter((word) => {
    const index = left.indexOf(word)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
  return (2 * shared.length) / (one.length + other.length)
}
