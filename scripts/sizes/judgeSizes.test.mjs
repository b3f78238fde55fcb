import { describe, expect, test } from 'vitest'
import { judgeSizes, subjectsOf } from './judgeSizes.mjs'

const budgets = {
  entries: { telltale: 5000, 'telltale/flags': 8000 },
  combinations: [{ name: 'both', entries: ['telltale', 'telltale/flags'], budget: 10_000 }],
}

describe('what is measured', () => {
  test('is every entry and every combination', () => {
    const { subjects, problems } = subjectsOf(['telltale', 'telltale/flags'], budgets)
    expect(subjects.map(({ name, budget }) => [name, budget])).toEqual([
      ['telltale', 5000],
      ['telltale/flags', 8000],
      ['both', 10_000],
    ])
    expect(problems).toEqual([])
  })

  test('includes an entry that nobody gave a budget', () => {
    const { subjects } = subjectsOf(['telltale', 'telltale/flags', 'telltale/heap'], budgets)
    expect(subjects[2]).toEqual({ name: 'telltale/heap', entries: ['telltale/heap'], budget: undefined })
  })

  test('may be what an application imports of an entry', () => {
    const part = { name: 'a part', entries: ['telltale/flags#launchDarkly'], budget: 1 }
    const { subjects, problems } = subjectsOf(['telltale', 'telltale/flags'], { ...budgets, combinations: [part] })
    expect(subjects.at(-1)).toEqual(part)
    expect(problems).toEqual([])
  })

  test('does not include an entry that is no more, which is said', () => {
    expect(subjectsOf(['telltale'], budgets).problems).toEqual([
      'telltale/flags is no entry of the library any more: take it out of sizes.json.',
    ])
  })
})

describe('the judgement', () => {
  /** @param {number | undefined} budget @param {number} gzip */
  const judge = (budget, gzip) =>
    judgeSizes([{ subject: { name: 'telltale', entries: ['telltale'], budget }, size: { minified: 12_345, gzip } }])

  test('shows how much of a budget is used, in thousands of bytes', () => {
    expect(judge(5000, 4510)).toEqual({
      table: ['          minified     gzip   budget  used', 'telltale  12.35 kB  4.51 kB  5.00 kB  90 %'],
      problems: [],
    })
  })

  test.each([
    ['exactly the budget is within it', 5000, 5000, []],
    ['one byte more is not', 5000, 5001, ['telltale is 1 bytes over its budget.']],
    ['no budget is a failure', undefined, 10, ['telltale has no budget: give it one in scripts/sizes.json.']],
  ])('%s', (_what, budget, gzip, problems) => {
    expect(judge(budget, gzip).problems).toEqual(problems)
  })
})
