import { expect, test } from 'vitest'
import { readFlagsFile } from './flagsFile.ts'

const warningsOf = (content: object) => {
  const read = readFlagsFile(JSON.stringify({ environments: { production: 'web', sandbox: 'web' }, ...content }))
  return read.outcome === 'ok' ? read.value.warnings : read.problems
}
const inSegment = (...values: string[]) => ({ clauses: [{ attribute: '', op: 'segmentMatch', values }] })
const flag = { on: true, variations: [true, false], fallthrough: { variation: 1 }, offVariation: 1 }

test('a segment and a prerequisite that do not exist are named with their path, once for all environments', () => {
  expect(
    warningsOf({
      flags: {
        a: { ...flag, rules: [{ ...inSegment('team', 'teem'), variation: 0 }] },
        b: { ...flag, prerequisites: [{ key: 'aa', variation: 0 }] },
      },
      segments: { team: { rules: [inSegment('nowhere')] } },
    }),
  ).toEqual([
    'flags.a.rules[0].clauses[0].values[1]: There is no segment "teem". Did you mean "team"?',
    'flags.b.prerequisites[0].key: There is no flag "aa". Did you mean "a"?',
    'segments.team.rules[0].clauses[0].values[0]: There is no segment "nowhere".',
  ])
})

test('what exists is not reported, also where only one environment has it', () => {
  expect(
    warningsOf({
      flags: {
        a: { ...flag, rules: [{ ...inSegment('team'), variation: 0 }] },
        b: { ...flag, prerequisites: [{ key: 'a', variation: 0 }] },
      },
      segments: { team: {} },
      perEnvironment: { web: { flags: { c: { ...flag, prerequisites: [{ key: 'b', variation: 0 }] } } } },
    }),
  ).toEqual([])
})
