import { compare, type Confidence } from '../experiment/compare.ts'
import { adjustedMeans, type Estimate, meanOf, type Moments, ratioOf, slopeOf } from '../experiment/estimates.ts'
import { madeRandom, type MadeRandom } from './madeRandom.ts'

/** What units do, and what is estimated of it. */
export interface Scenario {
  readonly name: string
  readonly estimate: 'mean' | 'ratio' | 'adjusted'
  /** The two figures of a unit: `other` is the denominator, or what it did before. */
  readonly draw: (random: MadeRandom, effect: number) => readonly [figure: number, other: number]
  /** The true value without an effect. An effect of 0.1 makes it a tenth greater. */
  readonly truth: number
}

/** The sums of a variation, to which units are added. */
const emptySums = () => ({ n: 0, x: 0, xx: 0, y: 0, yy: 0, xy: 0 })
type Sums = ReturnType<typeof emptySums>

function addUnit(sums: Sums, [x, y]: readonly [number, number]): void {
  add(sums, { n: 1, x, xx: x * x, y, yy: y * y, xy: x * y })
}

function add(sums: Sums, more: Sums): void {
  sums.n += more.n
  sums.x += more.x
  sums.xx += more.xx
  sums.y += more.y
  sums.yy += more.yy
  sums.xy += more.xy
}

/** Units come in blocks of so many, drawn from so many made ones: an experiment of 3,000 units is one of two million. */
const BLOCK = 100
const BLOCKS = 20_000

function madeBlocks({ draw }: Scenario, effect: number, random: MadeRandom): readonly Sums[] {
  return Array.from({ length: BLOCKS }, () => {
    const sums = emptySums()
    for (let unit = 0; unit < BLOCK; unit += 1) addUnit(sums, draw(random, effect))
    return sums
  })
}

function momentsOf({ n, x, xx, y, yy, xy }: Sums): Moments {
  return {
    ...{ n, based: n, mean: x / n, variance: (xx - (x * x) / n) / (n - 1) },
    other: { mean: y / n, variance: (yy - (y * y) / n) / (n - 1), covariance: (xy - (x * y) / n) / (n - 1) },
  }
}

function estimatesOf({ estimate }: Scenario, sums: readonly Sums[]): readonly Estimate[] {
  const moments = sums.map(momentsOf)
  if (estimate === 'adjusted') {
    const slope = slopeOf(moments)
    const left = moments.map(
      ({ variance, other }) => variance + slope ** 2 * other.variance - 2 * slope * other.covariance,
    )
    return adjustedMeans(moments, slope, left)
  }
  return moments.map(estimate === 'mean' ? meanOf : ratioOf)
}

interface Size {
  readonly seed: number
  readonly experiments: number
  /** In each variation, at the end. */
  readonly units: number
  readonly effect: number
  /** How often somebody looks, in equal distances. */
  readonly looks: number
  readonly confidence: Confidence
}

export interface Simulated {
  /** The share of the experiments in which the interval had the true value at every look. */
  readonly difference: number
  readonly relative: number
  /** The share of the experiments that were decided at some look. */
  readonly decided: number
}

/** Plays experiments with two variations. */
export function simulate(scenario: Scenario, size: Size): Simulated {
  const { seed, experiments, units, effect, looks, confidence } = size
  const random = madeRandom(seed)
  const blocks = [0, effect].map((one) => madeBlocks(scenario, one, random))
  const missed = { difference: 0, relative: 0, decided: 0 }
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const sums = [emptySums(), emptySums()] as const
    const wrong = { difference: false, relative: false, decided: false }
    for (let look = 1; look <= looks; look += 1) {
      for (const [arm, own] of sums.entries())
        while (own.n < (units * look) / looks)
          add(own, blocks[arm]?.[Math.floor(random.share() * BLOCKS)] ?? emptySums())
      const [control, other] = estimatesOf(scenario, sums) as readonly [Estimate, Estimate]
      const { difference, lift } = compare(control, other, confidence)
      wrong.difference ||= !isIn(difference, effect * scenario.truth)
      wrong.relative ||= lift !== undefined && !isIn(lift, effect)
      wrong.decided ||= !isIn(difference, 0)
    }
    missed.difference += Number(wrong.difference)
    missed.relative += Number(wrong.relative)
    missed.decided += Number(wrong.decided)
  }
  const kept = (count: number) => 1 - count / experiments
  return { difference: kept(missed.difference), relative: kept(missed.relative), decided: missed.decided / experiments }
}

const isIn = ({ low, high }: { readonly low: number; readonly high: number }, value: number) =>
  low <= value && value <= high

/** The figures of units as they are usual, and less usual. */
export const SCENARIOS = {
  normal: {
    ...{ name: 'mean of normal figures', estimate: 'mean', truth: 10 },
    draw: (random, effect) => [10 * (1 + effect) + 3 * random.normal(), 0],
  },
  converted: {
    ...{ name: 'conversions of 5 %', estimate: 'mean', truth: 0.05 },
    draw: (random, effect) => [random.share() < 0.05 * (1 + effect) ? 1 : 0, 0],
  },
  counts: {
    ...{ name: 'counts that vary by unit', estimate: 'mean', truth: 1 },
    draw: (random, effect) => [random.count(-Math.log(1 - random.share()) * (1 + effect)), 0],
  },
  sums: {
    ...{ name: 'log-normal sums', estimate: 'mean', truth: Math.exp(0.5) },
    draw: (random, effect) => [Math.exp(random.normal()) * (1 + effect), 0],
  },
  ratio: {
    ...{ name: 'ratio, events of a unit alike', estimate: 'ratio', truth: 5 },
    draw(random, effect) {
      const events = random.count(-2 * Math.log(1 - random.share()))
      const own = 5 + 2 * random.normal()
      return [events * own * (1 + effect) + Math.sqrt(events) * random.normal(), events]
    },
  },
  adjusted: {
    ...{ name: 'counts adjusted by their past', estimate: 'adjusted', truth: 2 },
    draw(random, effect) {
      const own = -2 * Math.log(1 - random.share())
      return [random.count(own * (1 + effect)), random.count(own)]
    },
  },
} as const satisfies Readonly<Record<string, Scenario>>
