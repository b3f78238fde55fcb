import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedOf } from './askedOf.ts'
import { computed } from './computed.ts'
import { disagreements } from './disagreements.ts'
import { KINDS, madeData } from './madeData.ts'

/** How many data sets there are of each kind. */
const EACH = 10
const kinds = Object.keys(KINDS)

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'experiments-'))))
afterAll(() => rm(folder, { recursive: true }))

/** Data sets whose sums of a huge value have a test of their own. */
const HUGE = [22, 82]
const isApart = (disagreement: string) => disagreement.includes('one huge value: total: ')

describe('the figures of made experiments are those of scipy and statsmodels', () => {
  it.each(kinds.map((kind, at) => [kind, at] as const))('%s', async (_, at) => {
    const data = Array.from({ length: EACH }, (__, round) => madeData(round * kinds.length + at))
    const expected = computed(data)
    expect(expected).toHaveLength(EACH)
    for (const [place, one] of data.entries()) {
      const answer = await askedOf(one, join(folder, `${one.seed}.db`))
      const wanted = expected[place]
      expect(answer.metrics).toHaveLength(one.judgedBy.length)
      expect(wanted && disagreements(one, answer, wanted).filter((found) => !isApart(found))).toEqual([])
    }
  })

  it('one huge value, before and after', async () => {
    for (const seed of HUGE) {
      const one = madeData(seed)
      const [wanted] = computed([one])
      const answer = await askedOf(one, join(folder, `${seed}.db`))
      expect(wanted && disagreements(one, answer, wanted)).toEqual([])
    }
  })
})
