import type { Json } from '../../core/model/json.ts'
import type { Recording, RecordedStep, RecordedWho } from './recording.ts'

/** The address of who impersonates, in a test: the real one is personal. */
const SUPPORT = 'support@example.com'

/**
 * Writes a test with the test kit that does what was recorded, and expects the same events. Its calls of `track` stand for code of the
 * application.
 */
export function recordedTest({ steps }: Pick<Recording, 'steps'>): string {
  const firstCall = steps.findIndex(({ type }) => type === 'track')
  const before = firstCall === -1 ? steps : steps.slice(0, firstCall)
  const start = stateAfter(before)
  const calls = steps.slice(before.length)
  return [
    `import { createTestTelltale } from 'telltale/testing'`,
    `import { expect, test } from 'vitest'`,
    ``,
    `test('what was recorded happens again', () => {`,
    `  const telltale = createTestTelltale({`,
    `    identity: ${start.who === 'nobody' ? 'null' : personOf(start.who)},`,
    `    flags: ${literal(start.flags, 4)},`,
    `  })`,
    ...(start.who !== 'nobody' && start.who.isImpersonated ? [`  ${changeOf(start.who)}`] : []),
    `  // Put the code of your application that tracks these events in the place of the calls.`,
    ...calls.flatMap(linesOf).map((line) => `  ${line}`),
    `  expect(telltale.events()).toMatchObject(${literal(expectedOf(steps), 2)})`,
    `})`,
    ``,
  ].join('\n')
}

function linesOf(step: RecordedStep): readonly string[] {
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

const idOf = ({ person }: Exclude<RecordedWho, 'nobody'>) => `person-${person}`
const personOf = (who: Exclude<RecordedWho, 'nobody'>) => `{ unique_identity: ${text(idOf(who))} }`

/** Who is there, and the flags, after these steps. */
function stateAfter(steps: readonly RecordedStep[]) {
  let who: RecordedWho = 'nobody'
  let flags: Readonly<Record<string, Json>> = {}
  for (const step of steps) {
    if (step.type === 'who') who = step.who
    else if (step.type === 'flags') flags = { ...flags, ...step.values }
  }
  return { who, flags }
}

function expectedOf(steps: readonly RecordedStep[]): readonly Json[] {
  let who: RecordedWho = 'nobody'
  const expected: Json[] = []
  for (const step of steps) {
    if (step.type === 'who') who = step.who
    else if (step.type === 'track')
      expected.push({ name: step.name, properties: step.properties, identity: identityOf(who) })
  }
  return expected
}

function identityOf(who: RecordedWho): Json {
  if (who === 'nobody') return {}
  return { id: idOf(who), ...(who.isImpersonated && { impersonator: SUPPORT }) }
}

/** A value as TypeScript. */
function literal(value: Json, indent: number): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const inside = ' '.repeat(indent + 2)
  const lines = Object.entries(value).map(
    ([key, inner]) => `${inside}${isList ? '' : `${nameOf(key)}: `}${literal(inner as Json, indent + 2)},`,
  )
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`
}

/** `__proto__` without brackets would set the prototype. */
function nameOf(key: string): string {
  if (key === '__proto__') return `[${text(key)}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)
}

/** A string literal in single quotes, with escapes. */
const text = (value: string) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
