import { expect, it } from 'vitest'
import { createBus } from '../../core/lib/listeners.ts'
import { readableOf, writable } from '../../core/lib/readable.ts'
import type { ObservedLayer, ObservedTopics, Observer } from '../../core/observer.ts'
import { createTestTelltale } from '../../testing.ts'
import { watchLayer } from '../seen.ts'
import { recordedPlaywrightTest } from './recordedPlaywrightTest.ts'
import { recordedReport } from './recordedReport.ts'
import { recordedTest } from './recordedTest.ts'
import { MAX_RECORDED, startRecording } from './recording.ts'

const ADDRESS = 'https://desk.example.com/quotes/7?view=all&token=secret&to=ida@example.com#new'

function record(options: object = {}) {
  let layer: ObservedLayer | undefined
  const observer: Observer = {
    name: 'recorder',
    start(observed) {
      layer = observed
      return () => {}
    },
  }
  const telltale = createTestTelltale({ ...options, settings: { observers: [observer] } } as never)
  if (!layer) throw new Error('The observer has not started.')
  return { telltale, layer, seen: watchLayer(layer), recording: startRecording(layer, ADDRESS) }
}

/** Runs a test as it is written. */
function run(written: string, create = createTestTelltale) {
  const body = written.replaceAll(/^import .*$/gm, '')
  const test = (_name: string, play: () => void) => play()
  new Function('createTestTelltale', 'expect', 'test', body)(create, expect, test)
}

function visit() {
  const given = record({
    identity: { unique_identity: 'ida', email_address: 'ida@example.com' },
    flags: { pricing: false },
  })
  const { telltale } = given
  telltale.track('Opened')
  telltale.setFlag('pricing', true)
  telltale.track('It\'s \\ "quoted"\n✓', { 'a b': [1, null, { c: 'Ida Lund' }], ['__proto__']: 1, '': true })
  telltale.impersonate({ unique_identity: 'otto' }, 'ida@example.com')
  telltale.track('Seen', { total: 2 }, { messaging: true })
  telltale.signOut()
  telltale.track('Left')
  telltale.signIn({ unique_identity: 'ida' })
  telltale.track('Back')
  return given
}

it('a recording becomes a test that passes, and fails without one of its events', () => {
  const { recording } = visit()
  const written = recordedTest(recording)
  run(written)
  expect(() => run(written.replace(/^ {2}telltale\.track\('Seen'[^)]*\)$/m, ''))).toThrow()
  expect(() =>
    run(written.replace("setFlag('pricing', true)", "setFlag('pricing', true); telltale.track('More')")),
  ).toThrow()
})

it('a recording in the middle of an impersonation begins with it', () => {
  const { telltale } = record()
  telltale.impersonate({ unique_identity: 'otto' }, 'ida@example.com')
  const observed = record({ identity: { unique_identity: 'otto', mimic_user: 'ida@example.com' } })
  observed.telltale.track('Seen')
  const written = recordedTest(observed.recording)
  expect(written).toContain("telltale.impersonate({ unique_identity: 'person-1' }, 'support@example.com')")
  run(written)
})

it('neither the test nor the report has anything of a person that the application has not tracked', () => {
  const { recording, layer, seen } = visit()
  for (const written of [recordedTest(recording), recordedPlaywrightTest(recording)])
    expect(written).not.toMatch(/ida@|'ida'|otto|secret|desk\.example/)
  const report = recordedReport(recording, { layer, seen })
  expect(report).not.toMatch(/ida@|"ida"|otto|Ida Lund/)
  expect(JSON.parse(report)).toMatchObject({
    app: 'Test',
    steps: expect.arrayContaining([
      expect.objectContaining({ type: 'track', name: 'Seen', properties: { total: 2 } }),
      expect.objectContaining({ type: 'who', who: { person: 2, isImpersonated: true } }),
    ]),
  })
})

it('it keeps a thousand steps, and none after its end', () => {
  const { telltale, recording } = record()
  for (let index = 0; index < 2 * MAX_RECORDED; index += 1) telltale.track('Counted', { index })
  expect(recording.steps).toHaveLength(MAX_RECORDED)
  const other = record()
  other.recording.stop()
  other.telltale.track('Late')
  expect(other.recording.steps.filter(({ type }) => type === 'track')).toEqual([])
  expect([recording.isRunning(), other.recording.isRunning()]).toEqual([true, false])
})

it('a Playwright test opens the address where the recording began, and names each step of the user in order', () => {
  const written = recordedPlaywrightTest(visit().recording)
  expect(written).toContain(`page.goto('/quotes/7?view=all&token=&to=#new')`)
  expect(written.match(/^ {2}(?:person = .*|flags = .*|\/\/ Sign (?:in|out) here\b.*|\/\/ Do here .*)$/gm)).toEqual([
    `  // Sign in here as your tests do, with any token: who-am-i is asked with one only.`,
    `  // Do here what tracks 'Opened'.`,
    `  flags = { ...flags, ...{`,
    `  // Do here what tracks 'It\\'s \\\\ "quoted"\\n✓'.`,
    `  person = { unique_identity: 'person-2', mimic_user: 'support@example.com' }`,
    `  // Sign in here as this person.`,
    `  // Do here what tracks 'Seen'.`,
    `  person = null`,
    `  // Sign out here.`,
    `  // Do here what tracks 'Left'.`,
    `  person = { unique_identity: 'person-1' }`,
    `  // Sign in here as this person.`,
    `  // Do here what tracks 'Back'.`,
  ])
})

it('a failure of a service is answered again, a series of equal ones once', () => {
  const bus = createBus<ObservedTopics>()
  const failure = writable<string | undefined>(undefined)
  const identity = { current: readableOf({ status: 'unknown' }), failure }
  const recording = startRecording(
    { on: bus.on, identity, flags: { allFlags: () => ({}) } } as unknown as ObservedLayer,
    ADDRESS,
  )
  failure.set('who-am-i answered with status 500 (T49)')
  failure.set(undefined)
  const attempted = { destination: 'collector', at: 0, failures: 1, waiting: 1 }
  for (const reason of ['status 503', 'status 503, which asks to wait 2 s', 'status 429', 'network error'])
    bus.publish('attempt', { ...attempted, outcome: 'retry', reason })
  bus.publish('attempt', { ...attempted, outcome: 'delivered', reason: 'status 202' })
  bus.publish('problem', { where: 'flags', message: 'Error fetching flag settings: 502 (T89)' })
  const written = recordedPlaywrightTest(recording)
  const [, statuses = ''] = /statuses: Record<string, number\[\]> = (\{.*?\n {2}\})/s.exec(written) ?? []
  expect(new Function(`return ${statuses}`)()).toEqual({ 'who-am-i': [500], collector: [503, 429], flags: [502] })
})

it('an event that is tracked while the next user signs in belongs to that user, also after the end of the recording', async () => {
  const signedOut = record({ identity: null, isLoading: true })
  signedOut.telltale.track('Opened')
  signedOut.telltale.signIn({ unique_identity: 'ida' })
  signedOut.recording.stop()
  await signedOut.telltale.finishLoading()
  const written = recordedTest(signedOut.recording)
  expect(written).toContain(`name: 'Opened',\n      properties: {},\n      identity: {\n        id: 'person-1',`)
  run(written)
})

it('the name of an event is no code in a test, wherever it stands', () => {
  const { telltale, recording } = record()
  const name = "it's\u2028globalThis.pwned = 1 //\u2029*/ \n`${pwned}`"
  telltale.track(name)
  const written = recordedPlaywrightTest(recording)
  // A comment ends with each of these.
  expect(written).not.toMatch(/[\u2028\u2029]/)
  expect(written.split('\n').filter((line) => line.includes('pwned') && !/^\s*(\/\/|name: '|')/.test(line))).toEqual([])
  expect(() => run(recordedTest(recording))).not.toThrow()
  expect(globalThis).not.toHaveProperty('pwned')
})

it('names of properties that look like data are left out of a report', () => {
  const { telltale, recording, layer, seen } = record()
  telltale.track('Opened', {
    total: 3,
    order2: 'x',
    'ida@example.com': 1,
    'customer 123456': { 'ben@example.com': true },
    ['x'.repeat(41)]: 2,
    ['y'.repeat(40)]: 2,
  })
  const { steps } = JSON.parse(recordedReport(recording, { layer, seen }))
  expect(steps.at(-1).properties).toEqual({
    total: 3,
    order2: 'text of 1 characters',
    'name 3': 1,
    'name 4': { 'name 1': true },
    'name 5': 2,
    ['y'.repeat(40)]: 2,
  })
})
