import fc from 'fast-check'
import { it } from 'vitest'
import { expectSameAtDoors, OTHER_DOORS } from './truthDoors.suite.ts'
import { expectEverything, judgeAll, type Judge, PATIENCE_MS } from './truthRun.suite.ts'
import { anyStep, refreshStep, renewalStep, supportStep } from './truthStep.suite.ts'

const expectEverywhere: Judge = (history, played) => {
  expectEverything(history, played)
  expectSameAtDoors(played)
}

const limits = { today: fc.constant(OTHER_DOORS) }

it(
  'with the flags of an OFREP server, each event is true at a collector, at a receiver of OTLP and at one of Segment',
  () => judgeAll({ name: 'doors', histories: 13, step: anyStep, limits }, expectEverywhere),
  PATIENCE_MS,
)

it(
  'and so it is while one token belongs to several people, and tokens are renewed',
  () => {
    const step = fc.oneof(anyStep, supportStep, renewalStep, refreshStep)
    return judgeAll({ name: 'doors, users', histories: 8, step, limits }, expectEverywhere)
  },
  PATIENCE_MS,
)
