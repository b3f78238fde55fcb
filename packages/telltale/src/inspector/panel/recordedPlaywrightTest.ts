import type { Json } from '../../core/model/json.ts'
import { literal, text } from './literal.ts'
import { expectedOf, idOf, inOrder, startOf, SUPPORT } from './recordedState.ts'
import type { Recording, RecordedStep, RecordedWho } from './recording.ts'

/**
 * Writes a Playwright test that opens the page where the recording began, answers in the place of the services as they did, and expects
 * the same events at the collector. What the user did in the page is not known: comments mark its place.
 */
export function recordedPlaywrightTest(recording: Pick<Recording, 'address' | 'steps'>): string {
  const steps = inOrder(recording.steps)
  const { who, flags, later } = startOf(steps)
  const expected = expectedOf(steps)
  return `import { gunzipSync } from 'node:zlib'
import { expect, test, type Route } from '@playwright/test'

interface Arrived {
  id: string
  name: string
}

test('what was recorded happens again', async ({ page }) => {
  // What the services answer. A change holds from their next answer on.
  let person: object | null = ${personOf(who)}
  let flags: Record<string, unknown> = ${literal(flags, 2)}
  // Answers that come before: statuses, the next one first.
  const statuses: Record<string, number[]> = ${literal(statusesOf(steps), 2)}
  const arrived = new Map<string, Arrived>()
  let version = 0

  const answer = (service: string, route: Route, answered: Parameters<Route['fulfill']>[0]) => {
    const status = statuses[service]?.shift()
    return route.fulfill(status === undefined ? answered : { status })
  }
  const served = () => {
    version += 1
    return Object.fromEntries(Object.entries(flags).map(([key, value]) => [key, { value, version, variation: 0 }]))
  }
  await page.route(/\\/who-am-i(\\?|$)/, (route) =>
    answer('who-am-i', route, person ? { json: person } : { status: 401 }),
  )
  await page.route(/\\/sdk\\/evalx\\//, (route) => answer('flags', route, { json: served() }))
  await page.route(/\\/sdk\\/goals\\//, (route) => route.fulfill({ json: [] }))
  await page.route(/\\/eval\\//, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: \`event: put\\ndata: \${JSON.stringify(served())}\\n\\n\` }),
  )
  await page.route(/\\/events\\/(bulk|diagnostic)\\//, (route) => route.fulfill({ status: 202 }))
  // The address of your collector.
  await page.route(/\\/collect(\\?|$)/, (route) => {
    const bytes = route.request().postDataBuffer() ?? Buffer.from('{}')
    const isTaken = !statuses['collector']?.length
    const batch = JSON.parse(String(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes))
    if (isTaken) for (const event of batch.events ?? []) arrived.set(event.id, event)
    return answer('collector', route, { status: 202 })
  })

  // Sign in here as your tests do, with any token: who-am-i is asked with one only.
  await page.goto(${text(recording.address)})

${later
  .flatMap(linesOf)
  .map((line) => `  ${line}\n`)
  .join('')}
  const names = ${literal([...new Set(later.flatMap((step) => (step.type === 'track' ? [step.name] : [])))], 2)}
  await expect
    .poll(() => [...arrived.values()].filter(({ name }) => names.includes(name)), { timeout: 20_000 })
    .toMatchObject(${literal(expected, 4)})
})
`
}

function linesOf(step: RecordedStep): readonly string[] {
  if (step.type === 'track') return [`// Do here what tracks ${text(step.name)}.`]
  if (step.type === 'flags') return [`flags = { ...flags, ...${literal(step.values, 2)} }`]
  if (step.type === 'answer') return []
  return [
    `person = ${personOf(step.who)}`,
    step.who === 'nobody' ? '// Sign out here.' : '// Sign in here as this person.',
  ]
}

function personOf(who: RecordedWho): string {
  if (who === 'nobody') return 'null'
  const id = `unique_identity: ${text(idOf(who))}`
  return who.isImpersonated ? `{ ${id}, mimic_user: ${text(SUPPORT)} }` : `{ ${id} }`
}

/** The failures of each service. A series of equal ones is one: the layer waits longer after each. */
function statusesOf(steps: readonly RecordedStep[]): Readonly<Record<string, Json>> {
  const statuses = Object.create(null) as Record<string, number[]>
  for (const step of steps) {
    if (step.type !== 'answer') continue
    const known = (statuses[step.service] ??= [])
    if (known.at(-1) !== step.status) known.push(step.status)
  }
  return statuses
}
