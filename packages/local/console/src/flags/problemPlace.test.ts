import { expect, test } from 'vitest'
import { problemPlace } from './problemPlace.ts'

test.each([
  ['rules[0].clauses[0].values', 'Rule 1, condition 1'],
  ['rules[1].clauses[2].values[0]', 'Rule 2, condition 3'],
  ['rules[0].clauses', 'Rule 1'],
  ['rules[0].rollout.variations[1].weight', 'Rule 1, variation 2'],
  ['targets[0].values[1]', 'Target 1'],
  ['contextTargets[0].variation', 'Context target 1'],
  ['prerequisites[1].key', 'Prerequisite 2'],
  ['prerequisites', 'Prerequisites'],
  ['variations', 'Variations'],
  ['fallthrough.rollout.variations', 'Default rule'],
  ['fallthrough.rollout.variations[0].weight', 'Default rule, variation 1'],
  ['offVariation', 'Off variation'],
  ['variationNames', 'Names of the variations'],
  ['variationNames[1]', 'Variation 2'],
  ['metadata.team', 'Metadata'],
  ['key', 'Key'],
  ['', ''],
])('a problem at "%s" is at "%s"', (path, place) => {
  expect(problemPlace(path)).toBe(place)
})
