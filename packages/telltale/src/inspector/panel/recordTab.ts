import type { Inspected } from '../inspected.ts'
import { copyButton } from './copyButton.ts'
import { h, setText } from './h.ts'
import { keepRecording } from './keptRecording.ts'
import { recordedPlaywrightTest } from './recordedPlaywrightTest.ts'
import { recordedReport } from './recordedReport.ts'
import { recordedTest } from './recordedTest.ts'
import { MAX_RECORDED, startRecording, type Recording } from './recording.ts'
import type { Tab } from './tab.ts'
import { timeText } from './timeText.ts'

/** How long a file is kept in memory, in milliseconds. */
const FREE_AFTER_MS = 10_000

const EXPLANATION =
  'A recording keeps the calls of track, with the users and the flags under which they were made. It becomes a test, or a report for somebody else.'

/** Records what happens from a moment on. */
export const recordTab: Tab = {
  name: 'Record',
  isActive: ({ recorded }) => recorded.recording?.isRunning() ?? false,
  create(inspected) {
    const { layer, recorded } = inspected
    const keeper = (recorded.keeper ??= keepRecording(inspected, () => showRecording(inspected)))
    keeper.listen()
    let canStore = keeper.canStore()
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
      canStore = keeper.canStore()
      showRecording(inspected)
      update()
    }

    function update() {
      keeper.take()
      const { recording } = recorded
      const calls = recording?.steps.filter(({ type }) => type === 'track').length ?? 0
      setText(button, recording?.isRunning() ? 'Stop' : recording ? 'Record anew' : 'Record')
      setText(said, recording ? wordsOf(calls, recording, canStore) : EXPLANATION)
      results.hidden = calls === 0
    }

    return { element: h('div', {}, said, h('div', { class: 'line' }, button), results), update }
  },
}

/** The button at the edge of the page says it while the panel is closed, also where the options want no button. */
function showRecording({ frame: { host, element, button }, recorded, layer }: Inspected) {
  const isRunning = recorded.recording?.isRunning() ?? false
  host.toggleAttribute('data-recording', isRunning)
  button.title = `Telltale: inspect ${layer.app}${isRunning ? ', which is being recorded' : ''}`
  if (isRunning) element.append(button)
}

function wordsOf(calls: number, recording: Recording, canStore: boolean): string {
  const { steps, leftAt, missing = 0, isRunning } = recording
  const count = countOf(calls)
  const isFull = steps.length >= MAX_RECORDED
  if (isRunning())
    return `${isFull ? `It is full: ${count}. What happens now is left out.` : `It is recording: ${count} so far.`} ${canStore ? KEPT : LOST}`
  return [
    `It has ${count}.`,
    ...(isFull ? ['It was full: what happened then is left out.'] : []),
    ...(leftAt === undefined ? [] : [`It ended when the page was left at ${timeText(leftAt).slice(0, 5)}.`]),
    ...(missing > 0
      ? [`${countOf(missing)} before them ${missing === 1 ? 'is' : 'are'} missing: there was no room.`]
      : []),
  ].join(' ')
}

const KEPT = 'It ends when this page is left, and is here on the next page of the tab.'
const LOST = 'The browser stores nothing here: copy it before you leave this page, or it is lost.'

const countOf = (calls: number) => (calls === 1 ? '1 call of track' : `${calls} calls of track`)

function download(inspected: Inspected) {
  const { recording } = inspected.recorded
  if (!recording) return
  const file = new Blob([recordedReport(recording, inspected)], { type: 'application/json' })
  const href = URL.createObjectURL(file)
  h('a', { href, download: 'telltale-report.json' }).click()
  // Some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(href), FREE_AFTER_MS)
}
