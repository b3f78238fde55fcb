import type { Host, Stoppable } from '../../core/host.ts'
import { createListeners } from '../../core/lib/listeners.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Decide, LatePlatform } from '../../core/ports/platform.ts'
import type { Step } from '../../core/step.ts'
import type { RunningDestination } from '../destinations/destination.ts'
import type { Recorder, Settle } from '../recording/recorder.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import type { InMemoryRecords } from '../store/inMemoryRecords.ts'
import type { Outbox } from '../store/outbox.ts'
import type { Tell } from '../store/state.ts'
import { type AgeWatch, watchAges } from './ages.ts'
import { createEvidence } from './evidence.ts'
import { createProcessing } from './processing.ts'
import { startRecovery } from './recovery.ts'
import type { Redacted } from '../../core/stepHost.ts'
import { createSettle } from './settle.ts'

interface Needs extends Pick<Host, 'bus' | 'questions'>, Pick<LatePlatform, 'clock' | 'tabs'> {
  /** The drafts of this page. */
  recorder: Recorder
  inMemory: InMemoryRecords
  outbox: Outbox
  tell: Tell
  reports: DeliveryReports
  decide: Decide
  /** The steps that process complete events, in order. */
  steps: readonly Step[]
  redacted: Redacted
  flagsDeadlineMs: number | undefined
}

export interface Settling extends Stoppable {
  settle: Settle
  /** A draft of this page waits. */
  watch: AgeWatch['add']
  /** Completes the drafts that other pages have left, once what waits in other stores has been taken over. */
  recover(adopted: Promise<void> | undefined): Stoppable
}

/** Decides whose event each draft is, and with which flags, and completes it. */
export function startSettling(destinations: readonly RunningDestination[], needs: Needs): Settling {
  const { clock, questions, recorder, outbox } = needs
  const names = destinations.map(({ name }) => name)
  /** Notified when it is decided what a step of the library has waited for. */
  const decisions = createListeners<[]>()
  const settle = createSettle(destinations, {
    ...needs,
    deciding: { decide: needs.decide, again: decisions.notify },
    process: createProcessing(needs.steps, { ...needs, names }),
  })
  const { ownerOf, answerAfter } = createEvidence(questions, clock)
  const complete = () => recorder.settleBy(settle, ownerOf)
  decisions.add(complete)
  complete()
  const aging = watchAges(needs)
  return {
    settle,
    watch: aging.add,
    stop: aging.stop,
    recover: (adopted) =>
      startRecovery({
        ...{ ...needs, settle, answerAfter, attributor: recorder },
        askedAt: questions.all[0]?.askedAt ?? clock.now(),
        amend(record) {
          outbox.contest(record)
          needs.inMemory.amend(record)
        },
        async readPending() {
          await outbox.ready
          if (adopted) await adopted
          return (await outbox.read(PENDING)).map(({ event }) => event)
        },
      }),
  }
}
