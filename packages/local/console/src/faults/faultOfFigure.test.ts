import { expect, test } from 'vitest'
import { readFaults } from '../../../src/faults/fault.ts'
import { OWN_KINDS, faultOfFigure, type OwnKind } from './faultOfFigure.ts'

const KINDS = Object.keys(OWN_KINDS) as OwnKind[]

test.each(KINDS)('the services accept any number that is typed for %s', (kind) => {
  const figures = [-1, 0, 1.5, OWN_KINDS[kind].first, 1e12, Number.NaN]
  const faults = figures.map((figure) => ({ route: 'collect', kind: faultOfFigure(kind, figure) }))
  expect(readFaults(faults)).toEqual({ outcome: 'ok', value: faults })
})

test('a number within the limits is not changed', () => {
  expect(faultOfFigure('latency', 1234)).toEqual({ type: 'latency', ms: 1234 })
  expect(faultOfFigure('status', 418)).toEqual({ type: 'status', status: 418 })
})
