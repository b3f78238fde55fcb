/** @import { Random } from './createRandom.mjs' */
/** @import { Words } from './words.mjs' */

/** @typedef {(random: Random, words: Words, pieces: readonly string[]) => string} Shape How a text holds its pieces. */

const QUOTES = ['""', "''", '()', '[]', '<>', '«»', '„“', '“”', '``', '{}']
const ENDS = ['', '', '.', ',', ';', ':', '!', '?', '…']

/** @type {readonly Shape[]} */
export const SHAPES = [
  (_random, _words, pieces) => pieces.join(' '),
  prose,
  prose,
  prose,
  title,
  logLine,
  (random, words, pieces) => logLine(random, words, [prose(random, words, pieces)]),
  (random, _words, pieces) => {
    const path = pieces.map((piece) => percent(random, piece)).join('/')
    return `https://shop.example.com/${random.pick(['de', 'en', 'search', 'notes'])}/${path}${random.pick(['', '/', '?page=2', '#top'])}`
  },
  query,
  query,
  (random, words, pieces) => {
    const value = form(prose(random, words, pieces))
    return `/search?category=${random.int(1, 99)}&q=${value}&sort=price_asc`
  },
  (random, words, pieces) =>
    `https://app.example.com/#/notes?text=${percent(random, title(random, words, pieces))}&tab=2`,
  (random, words, pieces) => `/help#${percent(random, prose(random, words, pieces))}`,
  json,
  json,
  (random, words, pieces) => JSON.stringify({ status: 422, body: json(random, words, pieces), retry: false }),
  (random, words, pieces) => `POST /api/events failed: ${json(random, words, pieces)} (${random.int(400, 599)})`,
  (random, words, pieces) => `/track?data=${percent(random, json(random, words, pieces))}&v=3`,
  (_random, _words, pieces) => `first_name=Anna&note=${form(pieces.join(', '))}&newsletter=on`,
  (random, words, pieces) => percent(random, prose(random, words, pieces)),
  (random, words, pieces) => percent(random, percent(random, prose(random, words, pieces))),
  (random, words, pieces) => `/login?next=${percent(random, query(random, words, pieces))}`,
  (random, words, pieces) =>
    [random.pick(words.titles), ...pieces, `${random.pick(words.before)} ${random.pick(words.after)}`].join('\n'),
]

/** @type {Shape} */
function prose(random, words, pieces) {
  // Japanese and Chinese have no spaces between words.
  const gap = /\p{Script=Han}|\p{Script=Katakana}/u.test(words.titles.join('')) && random.chance(0.5) ? '' : ' '
  const middle = pieces.map((piece) => quoted(random, piece) + random.pick(ENDS)).join(random.pick([' ', ' / ', ' + ']))
  return random.pick([
    middle,
    `${random.pick(words.before)}${gap}${middle}`,
    `${middle}${gap}${random.pick(words.after)}`,
    `${random.pick(words.before)}${gap}${middle}${gap}${random.pick(words.after)}`,
  ])
}

/** @type {Shape} */
function title(random, words, pieces) {
  const page = random.pick(words.titles)
  const text = pieces.join(', ')
  return random.pick([`${text} – ${page}`, `${page} | ${text}`, `${page}: ${text} | Telltale`])
}

/** @type {Shape} */
function logLine(random, words, pieces) {
  const time = random.fill('2025-03-1# 1#:2#:3#.###')
  const level = random.pick(['INFO', 'WARN', 'ERROR', 'debug'])
  const source = random.pick(['checkout', 'api.users', 'CartService', 'sync-worker'])
  const error = random.pick(['TypeError: Failed to fetch', 'HTTP 422', 'ValidationError', random.pick(words.before)])
  return `${time} ${level} [${source}] ${error} ${pieces.join(' ')}${random.pick(['', ` code=${random.int(1, 99)}`, ' at line 12'])}`
}

/** @type {Shape} */
function query(random, _words, pieces) {
  const name = random.pick(['q', 'search', 'note', 'utm_content', 'utm_term', 'ref', 'text'])
  const values = pieces.map((piece, index) => `${name}${index || ''}=${percent(random, piece)}`)
  const others = [
    `page=${random.int(1, 40)}`,
    `sort=${random.pick(['price_asc', 'newest'])}`,
    `filter%5B%5D=${random.pick(['red', 'blue'])}`,
  ]
  const address = random.pick(['https://shop.example.com/search', '/search', 'http://localhost:5173/notes/new'])
  return `${address}?${random
    .pick([
      [...values, ...others],
      [...others, ...values],
      [others[0], ...values, others[1]],
    ])
    .join('&')}`
}

/** @type {Shape} */
function json(random, words, pieces) {
  const key = random.pick(['note', 'title', 'message', 'comment', 'label', 'value'])
  const text = random.chance(0.5) ? pieces.join(' ') : prose(random, words, pieces)
  return random.pick([
    JSON.stringify({ event: 'form_sent', [key]: text, count: random.int(1, 20), ok: true }),
    JSON.stringify({ page: { title: random.pick(words.titles), [key]: text }, tags: ['a', 'b'] }),
    JSON.stringify([{ id: random.int(1, 9999), [key]: text }, null], undefined, 2),
  ])
}

/** @param {Random} random @param {string} piece */
function quoted(random, piece) {
  if (random.chance(0.5)) return piece
  const [left, right] = random.pick(QUOTES)
  return `${left}${piece}${right}`
}

/** Percent-encodes a text; some programs write small letters. @param {Random} random @param {string} text */
function percent(random, text) {
  const encoded = encodeURIComponent(text)
  return random.chance(0.15) ? encoded.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()) : encoded
}

/** Encodes a text as forms do: a space becomes a plus sign. @param {string} text */
function form(text) {
  return new URLSearchParams({ text }).toString().slice('text='.length)
}
