import { attempt } from '../../core/lib/attempt.ts'
import { byteLength } from '../../core/lib/byteLength.ts'
import { hashText } from '../../core/lib/hashText.ts'
import type { Identity } from '../../core/model/identity.ts'
import type { Inspected } from '../inspected.ts'
import { recordedKey } from '../recordedKey.ts'
import { newestSteps } from './newestSteps.ts'
import { readRecording } from './readRecording.ts'
import { reportedOf } from './recordedReport.ts'
import type { Recording, RecordingKeeper } from './recording.ts'

/** The maximum size of what is kept, in bytes, and a smaller one for a storage that is nearly full. */
const MAX_BYTES = [500_000, 50_000]

/**
 * Keeps the recording from its page to the next one of the tab that shows it, and takes that of an earlier page.
 *
 * @param onEnd called when a recording ends because its page is left
 */
export function keepRecording(inspected: Inspected, onEnd: () => void): RecordingKeeper {
  const { layer, recorded, signal } = inspected
  const name = recordedKey(layer.app)
  const { current } = layer.identity
  /** The latest user of this page. */
  let user: Identity | undefined
  let isTaken = false

  function note(who: Identity) {
    if (who.status === 'known') user = who
  }

  function take() {
    const who = current.get()
    if (!isTaken && who.status !== 'resolving') {
      isTaken = true
      recorded.recording ??= read()
    }
    const { recording } = recorded
    if (recording?.user !== undefined && who.status === 'known' && recording.user !== actorOf(who, recording.startedAt))
      recorded.recording = undefined
  }

  function read(): Recording | undefined {
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
    const rest = {
      address,
      startedAt,
      leftAt,
      user: recording.user ?? actorOf(user, startedAt),
      ...reportedOf(recording, inspected),
    }
    const isStored = (most: number) => {
      const kept = newestSteps(steps, most - byteLength(JSON.stringify({ ...rest, missing, steps: [] })))
      sessionStorage.setItem(name, JSON.stringify({ ...rest, steps: kept.steps, missing: missing + kept.missing }))
      return true
    }
    MAX_BYTES.some((most) => attempt(() => isStored(most)))
  }

  function onReturn({ persisted }: PageTransitionEvent) {
    if (persisted) recorded.recording = read() ?? recorded.recording
  }

  const stop = () => recorded.recording?.stop()

  signal.addEventListener('abort', current.subscribe(note))
  return {
    take,
    listen() {
      addEventListener('pagehide', store, { signal })
      addEventListener('pageshow', onReturn, { signal })
      signal.addEventListener('abort', stop)
    },
    canStore: () =>
      attempt(() => {
        // What is kept under the name itself may not have been taken.
        sessionStorage.setItem(`${name}?`, '')
        sessionStorage.removeItem(`${name}?`)
        return true
      }) ?? false,
  }
}

/** Who acts, as a hash: a recording is shown on a later page to this user only. `undefined` if nobody is known. */
const actorOf = (who: Identity | undefined, seed: number) =>
  who?.status === 'known'
    ? hashText(who.impersonator ?? who.person.email_address ?? who.person.unique_identity, seed)
    : undefined
