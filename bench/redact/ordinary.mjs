import { ALPHANUMERIC, DIGITS, HEX, LOWER, UPPER } from './createRandom.mjs'
import { makeCard, makeIban } from './cards.mjs'
import { gtinCheckDigit } from './checkDigits.mjs'
import { AGENTS, CLASSES, FILES, IDENTIFIERS, MAIL_LIKE, NAMED, URLS } from './ordinaryTexts.mjs'

/** @import { Random } from './createRandom.mjs' */
/** @import { Words } from './words.mjs' */

const UPPER_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Texts that look like a secret to a careless reader, and are none. @type {Readonly<Record<string, (random: Random, words: Words) => string>>} */
export const ORDINARY = {
  order: (random, words) =>
    `${random.pick(words.orders)} ${random.fill(random.pick(['#########', '2025-####-####', 'A-######-##', '## #### ####', '###/####/##']))}`,
  'order-like-a-phone': (random, words) => {
    const number = random.fill(
      random.pick(['0301234###', '0152-28817###', '06 39 98 ## ##', '555-01##', '0049123####', '612 34 ## ##']),
    )
    return `${random.pick(words.orders)} ${number}`
  },
  'article-after-phone-word': (random) =>
    `${random.pick(['phone case', 'Telefonhülle', 'coque téléphone', 'funda móvil', 'iPhone 15'])} ${ean(random)}`,
  price: (random) =>
    random.fill(
      random.pick(['1.2##,## €', '$4,###.##', '£##.99', 'CHF 1’###.50', '# ###,## zł', '¥12,###', 'EUR 3#.##']),
    ),
  time: (random) => time(random),
  milliseconds: (random) =>
    random.pick([
      random.fill('17###########'),
      `t=${random.fill('17########')}`,
      `ts:${random.fill('17###########')}.${random.fill('##')}`,
    ]),
  uuid: (random) => {
    const uuid = [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-')
    return random.pick([
      uuid,
      uuid.toUpperCase(),
      `https://api.example.com/orders/${uuid}`,
      `urn:uuid:${uuid}`,
      `{"id":"${uuid}"}`,
    ])
  },
  'other-id': (random) =>
    random.pick([
      random.text(HEX, 24),
      `01J${random.text(UPPER_DIGITS, 23)}`,
      `/videos/${random.text(ALPHANUMERIC, 11)}`,
      `prod_${random.text(ALPHANUMERIC, 8)}`,
      `G-${random.text(UPPER, 8)}`,
    ]),
  version: (random) =>
    random.fill(
      random.pick([
        'v#.##.#',
        '#.#.#-beta.##',
        '2025.##.#',
        'Build 2025031#.##',
        '#.##.#+sha.7f3a',
        'Chrome 13#.0.69##.##',
      ]),
    ),
  coordinates: (random) =>
    random.fill(
      random.pick([
        '52.5#####, 13.4#####',
        '@48.85####,2.35####,15z',
        '-33.86####,151.20####',
        '40°26′4#″N 79°58′3#″W',
        'POINT(13.4#### 52.5####)',
        'lat=52.5####&lng=13.4####',
      ]),
    ),
  ip: (random) =>
    random.pick([
      `192.168.${random.int(0, 255)}.${random.int(1, 254)}`,
      `10.0.${random.int(0, 255)}.${random.int(1, 254)}:8080`,
      `2001:db8:85a3::8a2e:370:${random.text(HEX, 4)}`,
      `203.0.113.${random.int(1, 254)}/24`,
    ]),
  gtin: (random) =>
    random.pick([
      ean(random),
      `EAN ${ean(random)}`,
      `GTIN: 0${ean(random)}`,
      isbn(random),
      `ISBN ${isbn(random)}`,
      'ISBN 3-16-148410-0',
    ]),
  tracking: (random) =>
    random.pick([
      `1Z999AA1${random.fill('########')}84`,
      random.fill('003404341#########42'),
      `RR${random.fill('#########')}DE`,
      random.fill('JJD00039#########'),
      `TBA${random.fill('############')}`,
    ]),
  identifier: (random) => random.pick(IDENTIFIERS) + random.pick(['', '', 'V2', '3', '.current', '-2025']),
  'identifier-in-address': (random) =>
    `${random.pick(['https://docs.example.com/reference/', '/share/', '/reset/', '/blog/2025/03/', '/locked/'])}${random.pick(IDENTIFIERS)}`,
  file: (random) =>
    random.pick([
      random.pick(FILES),
      random.fill('IMG_2025031#_1#2#3#.jpg'),
      `Rechnung_${random.fill('2025-####')}.pdf`,
    ]),
  asset: (random) => {
    const name = random.pick(['index', 'vendor', 'checkout.page', 'Inter-Variable'])
    return `${random.pick(['/assets/', 'https://cdn.example.com/static/', ''])}${name}${random.pick(['.', '-'])}${random.text(HEX, 8)}.${random.pick(['js', 'css', 'woff2'])}`
  },
  class: (random) => random.pick(CLASSES),
  agent: (random) => withDigits(random, AGENTS),
  series: (random) =>
    Array.from({ length: random.int(4, 12) }, () => random.fill(random.pick(['#.#', '##,#', '1##', '-0.##']))).join(
      random.pick([' ', '; ', ' | ', ', ']),
    ),
  percentage: (random) =>
    random.fill(random.pick(['##%', '##,# %', '+#.##%', '100% Baumwolle', '3% of 1,2##', '50%-Rabatt', '−##.#%'])),
  'like-an-address-of-mail': (random) => withDigits(random, MAIL_LIKE),
  handle: (random) => `@${random.text(LOWER, random.int(4, 9))}${random.pick(['', '_de', random.fill('##')])}`,
  'plain-words': (random, words) =>
    random.pick(words.plain) + random.pick(['', '', '', ` (${random.int(2, 40)})`, ' | FAQ', ' ?']),
  'search-term': (random, words) =>
    `${random.pick(words.terms)}${random.pick(['', '', ` ${random.int(30, 49)}`, ' 2025', ' < 100 €'])}`,
  'name-without-secret': (random) => withDigits(random, NAMED),
  'card-like': (random) => makeCard(random, false),
  'iban-like': (random) => makeIban(random, false),
  json: (random, words) =>
    JSON.stringify({
      sku: random.fill('AB-####'),
      qty: random.int(1, 9),
      price: random.int(100, 99_999) / 100,
      title: random.pick(words.terms),
      at: time(random),
    }),
  url: (random) => withDigits(random, URLS),
  encoded: (random, words) => {
    const text = encodeURIComponent(
      `${random.pick(words.terms)}, ${random.pick(words.plain)} & ${random.int(1, 100)} %`,
    )
    return random.chance(0.4) ? encodeURIComponent(text) : text
  },
}

/** @param {Random} random */
function time(random) {
  const date = new Date(1_741_000_000_000 + random.int(0, 30_000_000) * 1000 + random.int(0, 999))
  const iso = date.toISOString()
  const [day, clock] = [iso.slice(0, 10), iso.slice(11, 19)]
  const [year, month, ofMonth] = day.split('-')
  return random.pick([
    iso,
    `${day} ${clock},${iso.slice(20, 23)}`,
    `${iso.slice(0, 19)}+02:00`,
    `${ofMonth}.${month}.${year} ${clock.slice(0, 5)}`,
    `${Number(month)}/${Number(ofMonth)}/${year}, ${clock.slice(0, 5)} AM`,
    `${ofMonth}-${month}-${year}`,
    iso.replaceAll(/[-:]|\.\d+/g, ''),
    date.toUTCString(),
    `${day}/${year}-12-31`,
    `${year}${month}${ofMonth}${clock.replaceAll(':', '')}`,
    `PT${random.int(1, 59)}M${random.int(1, 59)}S`,
    `${year}年${Number(month)}月${Number(ofMonth)}日`,
  ])
}

/** @param {Random} random @param {readonly string[]} texts */
function withDigits(random, texts) {
  return random.pick(texts).replaceAll('~', () => random.text(DIGITS, 1))
}

/** @param {Random} random */
function ean(random) {
  const start = random.fill(
    random.pick(['400#########', '506#########', '871#########', '590#########', '300#########', '80##########']),
  )
  return start + gtinCheckDigit(start)
}

/** @param {Random} random */
function isbn(random) {
  const start = random.fill('9783#######') + random.text(DIGITS, 1)
  const all = start + gtinCheckDigit(start)
  return random.chance(0.5) ? all : all.replace(/^(.{3})(.)(.{4})(.{4})(.)$/, '$1-$2-$3-$4-$5')
}
