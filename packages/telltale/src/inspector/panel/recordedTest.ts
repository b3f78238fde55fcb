import { literal, text } from './literal.ts'
import { expectedOf, idOf, inOrder, startOf, SUPPORT } from './recordedState.ts'
import type { Recording, RecordedStep, RecordedWho } from './recording.ts'

/**
 * Writes a test with the test kit that does what was recorded, and expects the same events. Its calls of `track` stand for code of the
 * application.
 */
export function recordedTest(recording: Pick<Recording, 'steps'>): string {
  const steps = inOrder(recording.steps)
  const { who, flags, later } = startOf(steps)
  return [
    `import { createTestTelltale } from 'telltale/testing'`,
    `import { expect, test } from 'vitest'`,
    ``,
    `test('what was recorded happens again', () => {`,
    `  const telltale = createTestTelltale({`,
    `    identity: ${who === 'nobody' ? 'null' : personOf(who)},`,
    `    flags: ${literal(flags, 4)},`,
    `  })`,
    ...(who !== 'nobody' && who.isImpersonated ? [`  ${changeOf(who)}`] : []),
    `  // Put the code of your application that tracks these events in the place of the calls.`,
    ...later.flatMap(linesOf).map((line) => `  ${line}`),
    `  expect(telltale.events()).toMatchObject(${literal(expectedOf(steps), 2)})`,
    `})`,
    ``,
  ].join('\n')
}

function linesOf(step: RecordedStep): readonly string[] {
  if (step.type === 'answer') return []
  if (step.type === 'who') return [changeOf(step.who)]
  if (step.type === 'flags')
    return Object.entries(step.values).map(([key, value]) => `telltale.setFlag(${text(key)}, ${literal(value, 2)})`)
  const options = step.messaging ? ', { messaging: true }' : ''
  return [`telltale.track(${text(step.name)}, ${literal(step.properties, 2)}${options})`]
}

function changeOf(who: RecordedWho): string {
  if (who === 'nobody') return 'telltale.signOut()'
  return who.isImpersonated
    ? `telltale.impersonate(${personOf(who)}, ${text(SUPPORT)})`
    : `telltale.signIn(${personOf(who)})`
}

const personOf = (who: Exclude<RecordedWho, 'nobody'>) => `{ unique_identity: ${text(idOf(who))} }`
