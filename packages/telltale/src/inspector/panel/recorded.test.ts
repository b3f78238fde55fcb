import { expect, it } from 'vitest'
import type { ObservedLayer, Observer } from '../../core/observer.ts'
import { createTestTelltale } from '../../testing.ts'
import { watchLayer } from '../seen.ts'
import { recordedReport } from './recordedReport.ts'
import { recordedTest } from './recordedTest.ts'
import { MAX_RECORDED, startRecording } from './recording.ts'

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
  return { telltale, layer, seen: watchLayer(layer), recording: startRecording(layer) }
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
  expect(recordedTest(recording)).not.toMatch(/ida@|'ida'|otto/)
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
