import { EMPTY_TEXTS, LANGUAGE_NAMES, LONG_TEXTS, ODD_TEXTS } from './oddTexts.ts'
import type { Random } from './random.ts'
import { randomPages } from './randomPages.ts'

/** A batch by the grammar of `docs/openapi/collector.yaml`. */
export interface RandomBatch {
  readonly app: { readonly name: string }
  readonly events: readonly { readonly id: string }[]
}

/** An object whose keys are whatever they are: an assignment would change its prototype. */
type Entry = readonly [string, unknown]
const objectOf = (entries: readonly Entry[]) => Object.fromEntries(entries)

/** A valid batch in which every text and every key may be a name of the language or another odd text. */
export function randomBatch(random: Random): RandomBatch {
  /** With a character that is no space. */
  const text = (): string => {
    if (random.chance(45)) return random.pick(LANGUAGE_NAMES)
    if (random.chance(50)) return random.pick(ODD_TEXTS)
    return random.chance(5) ? random.pick(LONG_TEXTS) : `word-${random.int(1, 9)}`
  }
  const anyText = () => (random.chance(10) ? random.pick(EMPTY_TEXTS) : text())
  const value = (depth = 0): unknown => {
    const kind = random.int(depth > 3 ? 2 : 0, 6)
    if (kind === 0) return objectOf(random.some(4, () => [anyText(), value(depth + 1)] as const))
    if (kind === 1) return random.some(4, () => value(depth + 1))
    if (kind === 2) return random.pick([null, true, false])
    if (kind === 3) return random.pick([0, -0, 1.5, -1e21, 5e-324, 1e308, 2 ** 53 - 1, 1 - 2 ** 53])
    return anyText()
  }
  const maybe = (percent: number, entry: () => Entry): Entry[] => (random.chance(percent) ? [entry()] : [])
  const time = () => Date.now() + random.pick([0, 0, 0, -60_000, 60_000, -3e10, 3e10])
  const objects = (most: number, make: () => unknown) => objectOf(random.some(most, () => [text(), make()] as const))

  const sets = random.some(4, anyText)
  const flagKeys = random.some(6, anyText)
  const facts = () =>
    objectOf([
      ...maybe(80, () => ['property', `LDFF: ${anyText()}`]),
      ...maybe(20, () => ['value', value()]),
      ...maybe(80, () => ['variation', random.int(-1, 3)]),
      ...maybe(80, () => ['version', random.pick([0, 1, 2 ** 53 - 1])]),
      ...maybe(80, () => ['reason', anyText()]),
      ...maybe(20, () => [text(), value()]),
    ])
  const moment = (page: string) =>
    objectOf([
      ...random.some(2, () => [text(), value()] as const),
      ...maybe(70, () => ['session', { id: anyText(), startedAt: time() }]),
      ...maybe(70, () => ['view', { id: anyText(), pattern: anyText(), title: anyText(), referrer: anyText() }]),
      ...maybe(80, () => ['release', anyText()]),
      ...maybe(50, () => ['environment', anyText()]),
      ...maybe(50, () => ['consent', anyText()]),
      ...maybe(50, () => ['locale', anyText()]),
      ...maybe(50, () => ['viewport', '1x1']),
      ...maybe(20, () => ['sampleRate', random.next()]),
      ['page', page],
    ])
  const pages = [random.id(), ...random.some(2, text)]
  const moments = Array.from({ length: random.int(1, 4) }, () => moment(random.pick(pages)))
  const account = () =>
    objectOf([...maybe(20, () => [text(), value()]), ['key', text()], ...maybe(50, () => ['name', text()])])
  const identity = () =>
    objectOf([
      ...maybe(60, () => ['id', text()]),
      ...maybe(40, () => ['visitor', text()]),
      ...maybe(20, () => ['impersonator', text()]),
      ...maybe(40, () => ['accounts', objects(3, account)]),
    ])
  let n = 0
  const event = () =>
    objectOf([
      ...random.some(2, () => [text(), value()] as const).filter(([key]) => !OWN.has(key)),
      ['id', random.id()],
      ['n', (n += 1)],
      ['moment', random.int(0, moments.length - 1)],
      ...maybe(30, () => ['kind', random.pick(['page', 'sign-in', 'exposure', 'consent', 'error', 'vital'])]),
      ['name', text()],
      ['at', time()],
      ['url', random.chance(50) ? 'https://desk.example/' : anyText()],
      ['properties', objectOf([...random.some(5, () => [anyText(), value()] as const), ['screen_dimensions', '1x1']])],
      ...(sets.length > 0 ? maybe(70, () => ['flagSet', random.pick(sets)]) : []),
      ...maybe(20, () => ['overridden', random.some(3, anyText)]),
      ['epoch', anyText()],
      ['identity', identity()],
      ...maybe(10, () => ['messaging', true]),
    ])
  const destination = text()
  const reasons = ['refused', 'another-identity', 'over-budget', 'unreadable', 'no-destination', 'filtered']
  return objectOf([
    ['app', objectOf([['name', text()], ['platform', anyText()], ...maybe(50, () => ['promotion', 'staging'])])],
    ...maybe(40, () => ['project', anyText()]),
    ['sentAt', time()],
    ['dropped', objects(2, () => ({ [random.pick(reasons)]: random.int(1, 9) }))],
    ...maybe(80, () => ['destination', isName(destination) ? destination : 'collector']),
    ['inMemory', random.int(0, 3)],
    ...maybe(30, () => ['traits', objects(2, () => objects(2, value))]),
    ...maybe(70, () => ['pages', randomPages(random, { pages, text })]),
    ['flagSets', objectOf(sets.map((set) => [set, objectOf(flagKeys.map((key) => [`LDFF: ${key}`, value()]))]))],
    ['flagDetails', objectOf(sets.map((set) => [set, objectOf(flagKeys.map((key) => [key, facts()]))]))],
    ['moments', moments],
    ['events', Array.from({ length: random.int(1, 8) }, event)],
  ]) as unknown as RandomBatch
}

/** The name of a destination comes from code: a collector may refuse one that is long or not of one line. */
const isName = (text: string) => text.length < 200 && !/\p{Cc}/u.test(text)

/** The fields whose form the grammar says. */
const OWN = new Set(['id', 'n', 'page', 'kind', 'moment', 'name', 'at', 'url', 'properties', 'flagSet', 'identity'])
