import { describe, expect, test } from 'vitest'
import { draftProblems } from './draftProblems.ts'

const around = {
  flags: {
    base: { variations: [true, false], prerequisites: [] },
    above: { variations: [1, 2, 3], prerequisites: [{ key: 'mine', variation: 0 }] },
  },
  segments: new Set(['pilots']),
}
const sound = { variations: ['a', 'b'], fallthrough: { variation: 0 } }
const clause = (more: object) => ({ attribute: 'country', op: 'in', values: ['no'], ...more })
const withClause = (more: object) => ({ ...sound, rules: [{ variation: 1, clauses: [clause(more)] }] })
const withShares = (...weights: number[]) => ({
  ...sound,
  fallthrough: { rollout: { variations: weights.map((weight, variation) => ({ variation, weight })) } },
})

describe('a draft of a flag is valid', () => {
  test.each([
    [sound],
    [{ ...sound, offVariation: null }],
    [withShares(60_000, 40_000)],
    [withClause({})],
    [withClause({ op: 'segmentMatch', attribute: '', values: ['pilots'] })],
    [withClause({ op: 'matches', values: ['^x+$'] })],
    [withClause({ op: 'before', values: ['2026-11-21T00:00:00Z', 1] })],
    [withClause({ op: 'semVerLessThan', values: ['2.1', '3.0.0-beta.1'] })],
    [{ ...sound, prerequisites: [{ key: 'base', variation: 1 }] }],
    [{ ...sound, targets: [{ variation: 0, values: ['ada'] }], description: 'other fields are kept' }],
    [{ ...sound, variationNames: ['first', null], metadata: { team: 'growth', ticket: 7, isTest: false } }],
  ])('%j', (draft) => {
    expect(draftProblems('mine', draft, around)).toEqual([])
  })
})

describe('an invalid draft of a flag is refused with the place of the mistake', () => {
  test.each([
    [1, '', 'must be an object'],
    [{}, 'variations', 'at least one variation'],
    [{ ...sound, on: 'yes' }, '', '"on" must be true or false'],
    [{ ...sound, offVariation: 2 }, 'offVariation', 'There is no variation 2. There are 2'],
    [{ ...sound, fallthrough: { variation: 9 } }, 'fallthrough.variation', 'no variation 9'],
    [{ ...sound, fallthrough: {} }, 'fallthrough', '"variation" or a "rollout"'],
    [
      withShares(60_000, 30_000),
      'fallthrough.rollout.variations',
      'must add up to 100000 (100 %): they add up to 90000',
    ],
    [withShares(100_001, -1), 'fallthrough.rollout.variations[1].weight', 'whole number'],
    [withShares(1, 1, 99_998), 'fallthrough.rollout.variations[2].variation', 'no variation 2'],
    [{ ...sound, rules: {} }, 'rules', 'must be a list'],
    [{ ...sound, rules: [{ variation: 0, clauses: [] }] }, 'rules[0].clauses', 'at least one condition'],
    [{ ...sound, rules: [{ clauses: [clause({})] }] }, 'rules[0]', '"variation" or a "rollout"'],
    [
      withClause({ op: 'resembles' }),
      'rules[0].clauses[0].op',
      'There is no operator "resembles". The operators are in, endsWith',
    ],
    [withClause({ op: 'toString' }), 'rules[0].clauses[0].op', 'There is no operator "toString"'],
    [withClause({ attribute: '' }), 'rules[0].clauses[0].attribute', 'Name the attribute'],
    [withClause({ values: [] }), 'rules[0].clauses[0].values', 'at least one value'],
    [withClause({ op: 'contains', values: [1] }), 'rules[0].clauses[0].values[0]', 'contains needs a string'],
    [withClause({ op: 'lessThan', values: ['1'] }), 'rules[0].clauses[0].values[0]', 'needs a number'],
    [withClause({ op: 'matches', values: ['('] }), 'rules[0].clauses[0].values[0]', 'valid regular expression'],
    [withClause({ op: 'after', values: ['soon'] }), 'rules[0].clauses[0].values[0]', 'needs a time'],
    [withClause({ op: 'semVerEqual', values: ['new'] }), 'rules[0].clauses[0].values[0]', 'needs a version'],
    [
      withClause({ op: 'segmentMatch', values: ['crew'] }),
      'rules[0].clauses[0].values[0]',
      'There is no segment "crew"',
    ],
    [withClause({ contextKind: 'kind' }), 'rules[0].clauses[0].contextKind', 'must not be "kind"'],
    [
      { ...sound, variationNames: ['on', 'on'] },
      'variationNames[1]',
      'It must differ from the other names: on is taken',
    ],
    [{ ...sound, variationNames: [null, 7] }, 'variationNames[1]', 'It must be a string'],
    [{ ...sound, variationNames: ['a', 'b', 'c'] }, 'variationNames', 'It must not be longer than "variations"'],
    [{ ...sound, metadata: [] }, 'metadata', 'It must be an object'],
    [{ ...sound, metadata: { team: {} } }, 'metadata.team', '"team" must be a string, a number, true or false'],
    [{ ...sound, targets: [{ variation: 7, values: [] }] }, 'targets[0].variation', 'no variation 7'],
    [{ ...sound, targets: [{ variation: 0, values: ['ada', 'ada'] }] }, 'targets[0].values[1]', 'ada is listed twice'],
    [{ ...sound, prerequisites: [{ key: 'gone', variation: 0 }] }, 'prerequisites[0].key', 'There is no flag "gone"'],
    [{ ...sound, prerequisites: [{ key: 'base', variation: 2 }] }, 'prerequisites[0].variation', 'no variation 2'],
    [{ ...sound, prerequisites: [{ key: 'above', variation: 0 }] }, 'prerequisites', 'mine → above → mine'],
  ])('%j', (draft, path, message) => {
    const [first] = draftProblems('mine', draft, around)
    expect(first?.path).toBe(path)
    expect(first?.message).toContain(message)
  })

  test('that is its own prerequisite', () => {
    const draft = { ...sound, prerequisites: [{ key: 'mine', variation: 0 }] }
    const problems = draftProblems('mine', draft, {
      ...around,
      flags: { ...around.flags, mine: { ...sound, prerequisites: [] } },
    })
    expect(problems.map(({ message }) => message)).toEqual(['The flag would be its own prerequisite: mine → mine.'])
  })

  test('whose key cannot be part of a URL', () => {
    expect(draftProblems('a b', sound, around)).toMatchObject([{ path: 'key' }])
  })
})
