import type { Inspected } from '../inspected.ts'
import { copyButton } from './copyButton.ts'
import { h, setText } from './h.ts'
import { recordedPlaywrightTest } from './recordedPlaywrightTest.ts'
import { recordedReport } from './recordedReport.ts'
import { recordedTest } from './recordedTest.ts'
import { MAX_RECORDED, startRecording } from './recording.ts'
import type { Tab } from './tab.ts'

/** How long a file is kept in memory, in milliseconds. */
const FREE_AFTER_MS = 10_000

const EXPLANATION =
  'A recording keeps the calls of track, with the users and the flags under which they were made. It becomes a test, or a report for somebody else. It ends with the page.'

/** Records what happens from a moment on. */
export const recordTab: Tab = {
  name: 'Record',
  isActive: ({ recorded }) => recorded.recording?.isRunning() ?? false,
  create(inspected) {
    const { layer, recorded } = inspected
    const button = h('button', { type: 'button', click: toggle })
    const said = h('p', { class: 'said', role: 'status' })
    const results = h(
      'div',
      { class: 'line' },
      copyButton('Copy as Vitest test', () => recorded.recording && recordedTest(recorded.recording)),
      copyButton('Copy as Playwright test', () => recorded.recording && recordedPlaywrightTest(recorded.recording)),
      h('button', { type: 'button', click: () => download(inspected) }, 'Download report'),
    )

    function toggle() {
      if (recorded.recording?.isRunning()) recorded.recording.stop()
      else recorded.recording = startRecording(layer, document.URL)
      showRecording(inspected)
      update()
    }

    function update() {
      const { recording } = recorded
      const calls = recording?.steps.filter(({ type }) => type === 'track').length ?? 0
      setText(button, recording?.isRunning() ? 'Stop' : recording ? 'Record anew' : 'Record')
      setText(said, recording ? wordsOf(calls, recording) : EXPLANATION)
      results.hidden = calls === 0
    }

    return { element: h('div', {}, said, h('div', { class: 'line' }, button), results), update }
  },
}

/** The button at the edge of the page says it while the panel is closed, also where the options want no button. */
function showRecording({ frame: { host, element, button }, recorded, layer }: Inspected) {
  const isRunning = recorded.recording?.isRunning() ?? false
  host.toggleAttribute('data-recording', isRunning)
  button.title = `Inspect ${layer.app}${isRunning ? ', which is being recorded' : ''}`
  if (isRunning) element.append(button)
}

function wordsOf(calls: number, { steps, isRunning }: NonNullable<Inspected['recorded']['recording']>): string {
  const count = calls === 1 ? '1 call of track' : `${calls} calls of track`
  if (steps.length >= MAX_RECORDED) return `It is full: ${count}. What happens now is left out.`
  return isRunning() ? `It is recording: ${count} so far.` : `It has ${count}.`
}

function download(inspected: Inspected) {
  const { recording } = inspected.recorded
  if (!recording) return
  const file = new Blob([recordedReport(recording, inspected)], { type: 'application/json' })
  const href = URL.createObjectURL(file)
  h('a', { href, download: 'telltale-report.json' }).click()
  // Some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(href), FREE_AFTER_MS)
}
