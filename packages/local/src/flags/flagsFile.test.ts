import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readFlagsFile } from './flagsFile.ts'

function read(flags: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return readFlagsFile(JSON.stringify({ environments: { production: 'e' }, flags, ...more }))
}

describe('readFlagsFile', () => {
  test('reads the samples', async () => {
    const text = await readFile(new URL('../../samples/flags.json', import.meta.url), 'utf8')
    expect(readFlagsFile(text)).toMatchObject({ outcome: 'ok' })
  })

  test('fills in what a hand-written flag leaves out', () => {
    expect(read({ short: { variations: [true, false] } })).toMatchObject({
      outcome: 'ok',
      value: {
        flags: { short: { key: 'short', on: false, version: 1, salt: 'short', fallthrough: { variation: 0 } } },
      },
    })
  })

  test('keeps fields it does not know', () => {
    expect(read({ a: { variations: [1], description: 'why', custom: { deep: [1] } } })).toMatchObject({
      value: { flags: { a: { description: 'why', custom: { deep: [1] } } } },
    })
  })

  test.each([
    [1, 'must be an object'],
    [{}, 'needs "variations"'],
    [{ variations: [] }, 'needs "variations"'],
    [{ variations: [1], key: 'b' }, 'has another "key" inside'],
    [{ variations: [1], on: 1 }, '"on" must be true or false'],
    [{ variations: [1], version: 1.5 }, '"version" must be a whole number'],
    [{ variations: [1], offVariation: 1 }, '"offVariation" names no variation'],
    [{ variations: [1], fallthrough: {} }, '"fallthrough" needs "variation" or "rollout"'],
    [{ variations: [1], fallthrough: { variation: -1 } }, '"fallthrough" names no variation'],
    [{ variations: [1], fallthrough: { rollout: { variations: [] } } }, '"fallthrough" needs "variation" or "rollout"'],
    [{ variations: [1], fallthrough: { rollout: { variations: [{ variation: 1, weight: 1 }] } } }, 'each share'],
    [{ variations: [1], rules: {} }, '"rules" must be a list of objects'],
    [{ variations: [1], rules: [{ variation: 0 }] }, 'rule 0 needs "clauses"'],
    [{ variations: [1], rules: [{ variation: 1, clauses: [] }] }, 'rule 0 names no variation'],
    [{ variations: [1], targets: [{ variation: 0 }] }, 'each of "targets" needs'],
    [{ variations: [1], contextTargets: [{ variation: 1, values: [] }] }, 'each of "contextTargets" needs'],
  ])('says what is wrong with the flag %j', (flag, problem) => {
    const result = read({ a: flag })
    expect(result.outcome).toBe('invalid')
    expect(result.outcome === 'invalid' && result.problems.join()).toContain(problem)
  })

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"flags":{}}',
    '{"environments":{},"flags":{}}',
    '{"environments":{"production":""},"flags":{}}',
  ])('cannot use %j', (text) => {
    expect(readFlagsFile(text).outcome).toBe('invalid')
  })
})
