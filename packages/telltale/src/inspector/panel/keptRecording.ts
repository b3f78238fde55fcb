import { attempt } from '../../core/lib/attempt.ts'
import { byteLength } from '../../core/lib/byteLength.ts'
import type { Inspected } from '../inspected.ts'
import { recordedKey } from '../recordedKey.ts'
import { newestSteps } from './newestSteps.ts'
import { readRecording } from './readRecording.ts'
import { reportedOf } from './recordedReport.ts'
import type { Recording } from './recording.ts'

/** The maximum size of what is kept, in bytes, and a smaller one for a storage that is nearly full. */
const MAX_BYTES = [500_000, 50_000]

export interface RecordingKeeper {
  /** Listens to the end of the page. `document.open()` removes listeners: one that is there is not added again. */
  listen(): void
  /** Whether the browser stores anything. */
  canStore(): boolean
}

/**
 * Keeps the recording from its page to the next one of the tab that shows it, and takes that of an earlier page.
 *
 * @param onEnd called when a recording ends because its page is left
 */
export function keepRecording(inspected: Inspected, onEnd: () => void): RecordingKeeper {
  const { layer, recorded, signal } = inspected
  const name = recordedKey(layer.app)

  function take(): Recording | undefined {
    const text = attempt(() => sessionStorage.getItem(name))
    attempt(() => sessionStorage.removeItem(name))
    return text ? readRecording(text) : undefined
  }

  function store() {
    const { recording } = recorded
    if (!recording) return
    const leftAt = recording.isRunning() ? Date.now() : recording.leftAt
    recording.stop()
    onEnd()
    const { address, startedAt, steps, missing = 0 } = recording
    const rest = { address, startedAt, leftAt, ...reportedOf(recording, inspected) }
    const isStored = (most: number) => {
      const kept = newestSteps(steps, most - byteLength(JSON.stringify({ ...rest, missing, steps: [] })))
      sessionStorage.setItem(name, JSON.stringify({ ...rest, steps: kept.steps, missing: missing + kept.missing }))
      return true
    }
    MAX_BYTES.some((most) => attempt(() => isStored(most)))
  }

  function onReturn({ persisted }: PageTransitionEvent) {
    if (persisted) recorded.recording = take() ?? recorded.recording
  }

  const stop = () => recorded.recording?.stop()

  recorded.recording ??= take()
  return {
    listen() {
      addEventListener('pagehide', store, { signal })
      addEventListener('pageshow', onReturn, { signal })
      signal.addEventListener('abort', stop)
    },
    canStore: () =>
      attempt(() => {
        sessionStorage.setItem(name, '')
        sessionStorage.removeItem(name)
        return true
      }) ?? false,
  }
}
