import { describe, expect, it } from 'vitest'
import { brokenCollectors } from './brokenCollectors.ts'
import { brokenConsents } from './brokenConsents.ts'
import { brokenErasures } from './brokenErasures.ts'
import { brokenFlags } from './brokenFlags.ts'
import { brokenNumbers } from './brokenNumbers.ts'
import { brokenPeople } from './brokenPeople.ts'
import { brokenPoisons } from './brokenPoisons.ts'
import { brokenReaders } from './brokenReaders.ts'
import { brokenSinks } from './brokenSinks.ts'
import { memoryChecks } from './memoryChecks.ts'
import { memoryStore } from './memoryStore.ts'

const brokenStores = [
  ...brokenSinks,
  ...brokenPoisons,
  ...brokenCollectors,
  ...brokenReaders,
  ...brokenNumbers,
  ...brokenPeople,
  ...brokenConsents,
  ...brokenErasures,
  ...brokenFlags,
]

describe('the checks', () => {
  it.each(brokenStores)('notice a store that $fault', async ({ open, red }) => {
    const checks = memoryChecks(open).filter(({ name }) => red.includes(name))
    expect(checks).toHaveLength(red.length)
    for (const { run } of checks) {
      await expect(run()).rejects.toThrow(Error)
    }
  })

  it('can all fail', () => {
    const red = new Set(brokenStores.flatMap((each) => each.red))
    const never = memoryChecks(memoryStore).filter(({ name }) => !red.has(name))
    expect(never.map(({ name }) => name)).toEqual([])
  })
})
