import { madeRandom, type MadeRandom } from './madeRandom.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-10-01T00:00:00Z')

export interface MadeExposure {
  readonly unit: string
  /** In milliseconds since 1970. */
  readonly at: number
  readonly variation: string
  readonly automated: boolean
  readonly inExperiment: boolean
}

export interface MadeEvent {
  readonly unit: string
  readonly at: number
  readonly name: string
  /** Absent if the event does not have the property. */
  readonly value?: number | string
  readonly impersonated: boolean
}

/** What Python and the collector get. */
export interface MadeData {
  readonly seed: number
  readonly kind: string
  readonly exposures: readonly MadeExposure[]
  readonly events: readonly MadeEvent[]
  readonly metrics: Readonly<Record<string, object>>
  readonly judgedBy: readonly string[]
  readonly split: Readonly<Record<string, number>> | undefined
  readonly method: 'anytime' | 'fixed'
  readonly until: number | null
  readonly alpha: number
  readonly effect: number
}

/** How a kind of data differs from the usual one. */
interface Kind {
  readonly variations?: readonly number[]
  /** The mean number of events of a unit after its exposure, and of as many days before. */
  readonly rate?: (random: MadeRandom) => number
  readonly value?: (random: MadeRandom, unit: number) => number | string | undefined
  /** Whether a unit does before what it does after. */
  readonly isCorrelated?: boolean
  readonly hasNoPast?: boolean
  /** Every unit does the same. */
  readonly isEqual?: boolean
  readonly withinDays?: number
  /** The share of the units that see several variations, or that are programs, or that are outside the experiment. */
  readonly several?: number
  readonly programs?: number
  readonly outside?: number
  readonly impersonated?: number
}

const usual = (random: MadeRandom) => Math.exp(random.normal())

/** What is odd in the data sets. */
export const KINDS: Readonly<Record<string, Kind>> = {
  usual: {},
  'all equal': { isEqual: true, value: () => 7 },
  'one huge value': { value: (random, unit) => (unit === 17 ? 1e9 : usual(random)) },
  'rare conversions': { rate: (random) => (random.share() < 0.02 ? 1 : 0) },
  'correlated past': { isCorrelated: true, rate: (random) => 4 * random.share() ** 2 },
  'unequal sizes': { variations: [0.8, 0.2] },
  'many events of few units': { rate: (random) => (random.share() < 0.05 ? 60 : 0.2) },
  'three variations': { variations: [0.4, 0.3, 0.3] },
  'negative values': { value: (random) => 3 * random.normal() - 1 },
  'tiny values': { value: (random) => 1e-6 * usual(random) },
  'large values': { value: (random) => 1e9 + 1e6 * random.normal() },
  'without a past': { hasNoPast: true },
  'a short window': { withinDays: 0.05, rate: () => 40 },
  'a window of a week': { withinDays: 7, isCorrelated: true },
  'several variations seen': { several: 0.05 },
  'programs among the units': { programs: 0.1 },
  'units outside the experiment': { outside: 0.2 },
  'impersonated events': { impersonated: 0.2 },
  'values that are no numbers': {
    value: (random) => (random.share() < 0.3 ? '12' : random.share() < 0.3 ? undefined : usual(random)),
  },
  'few different values': { value: (random) => Math.floor(random.share() * 4) },
}

/** The metrics, by their names: every kind of them. */
const metricsOf = (withinDays: number | undefined) => {
  const sent = { event: 'Sent', ...(withinDays !== undefined && { withinDays }) }
  const total = { ...sent, property: 'total' }
  return {
    converts: { of: 'converted', ...sent },
    sent: { of: 'count', ...sent },
    'sent, cut off': { of: 'count', ...sent, winsorise: 0.9 },
    total: { of: 'sum', ...total },
    'total, cut off': { of: 'sum', ...total, winsorise: 0.95 },
    'mean total': { of: 'mean', ...total },
    'total of nine in ten': { of: 'percentile', ...total, percentile: 90 },
    'median total': { of: 'percentile', ...total, percentile: 50 },
    'opens, then sends': { of: 'funnel', events: ['Opened', 'Sent'], ...(withinDays !== undefined && { withinDays }) },
    'sends, then opens': { of: 'funnel', events: ['Sent', 'Opened'], ...(withinDays !== undefined && { withinDays }) },
    'total for each': { of: 'ratio', numerator: 'total', denominator: 'sent' },
    'cut total for each': { of: 'ratio', numerator: 'total, cut off', denominator: 'sent' },
  }
}

/** Makes the data set of a number: its kind is the next one each time. */
export function madeData(seed: number): MadeData {
  const random = madeRandom(seed)
  const names = Object.keys(KINDS)
  const kind = names[seed % names.length] ?? ''
  const about = KINDS[kind] ?? {}
  const { variations = [0.5, 0.5], withinDays } = about
  const exposures: MadeExposure[] = []
  const events: MadeEvent[] = []
  for (let number = 0; number < 400 * variations.length + (seed % 97); number += 1) {
    const unit = `unit-${number}`
    // Each variation has enough units, whatever chance says.
    const drawn = number < 240 ? number % variations.length : placeOf(random.share(), variations)
    const at = Math.round(START + random.share() * 14 * DAY_MS)
    const shown = {
      ...{ unit, at, variation: String(drawn), automated: random.share() < (about.programs ?? 0) },
      inExperiment: about.outside !== undefined && random.share() >= about.outside,
    }
    exposures.push(shown)
    // Another version shows the same again, later.
    if (random.share() < 0.2) exposures.push({ ...shown, at: at + 1_000 })
    if (random.share() < (about.several ?? 0))
      exposures.push({ ...shown, at: at - 5, variation: String((drawn + 1) % variations.length) })
    events.push(...eventsOf({ unit, number, at }, about, random))
  }
  const metrics = metricsOf(withinDays)
  const isFixed = seed % 2 === 1
  return {
    ...{ seed, kind, exposures, events, metrics, judgedBy: Object.keys(metrics) },
    ...{
      split: variations.length === 2 && variations[0] === 0.5 ? undefined : Object.fromEntries(variations.entries()),
    },
    ...{ method: isFixed ? 'fixed' : 'anytime', until: isFixed ? START + 20 * DAY_MS + 7 : null },
    ...{ alpha: [0.05, 0.1, 0.01][seed % 3] ?? 0.05, effect: [0.05, 0.2][seed % 2] ?? 0.05 },
  }
}

const placeOf = (share: number, shares: readonly number[]) => {
  let sum = 0
  return Math.max(
    0,
    shares.findIndex((one) => share < (sum += one)),
  )
}

interface MadeUnit {
  readonly unit: string
  readonly number: number
  readonly at: number
}

function eventsOf({ unit, number, at }: MadeUnit, about: Kind, random: MadeRandom): MadeEvent[] {
  const { rate = (some: MadeRandom) => 2 * some.share(), value = usual } = about
  const own = rate(random)
  const event = (since: number): MadeEvent => {
    const given = value(random, number)
    return {
      ...{ unit, at: at + since, name: random.share() < 0.9 ? 'Sent' : 'Opened' },
      ...(given !== undefined && { value: given }),
      impersonated: random.share() < (about.impersonated ?? 0),
    }
  }
  if (about.isEqual) return [-2, -1, 0, 1, 2].map((since) => ({ ...event(since * 1_000), name: 'Sent' }))
  const { count } = random
  const past = about.hasNoPast ? 0 : count(about.isCorrelated ? own : rate(random))
  const isAtOnce = random.share() < 0.1
  return [
    ...Array.from({ length: past }, () => event(-1 - Math.floor(random.share() * 20 * DAY_MS))),
    ...Array.from({ length: count(own) }, () => event(Math.floor(random.share() ** 2 * 10 * DAY_MS))),
    // What happens in the moment of the exposure counts.
    ...(isAtOnce ? [event(0)] : []),
  ]
}
