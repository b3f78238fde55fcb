import { attempt } from '../../core/lib/attempt.ts'
import type { Progress } from '../../core/model/diagnostics.ts'
import { webChannel } from '../../platform/webTabs.ts'
import type { Inspected } from '../inspected.ts'
import { keptEvents } from './keptEvents.ts'
import { readSteps } from './readSteps.ts'

/** The maximum number of steps that are kept for a tab that asks for them. */
const MAX_KEPT = 1_000
const ASK = 'ask'

/** Follows the events of this tab over its pages, and tells the inspectors of other tabs what this tab does with their events. */
export function shareEvents({ layer: { app }, seen, signal }: Pick<Inspected, 'layer' | 'seen' | 'signal'>): void {
  const kept = keptEvents(app, seen)
  const latest: Progress[] = []
  let unsent: Progress[] = []
  const post = webChannel(`inspector:${app}`, { onMessage, onReturn: resume }, signal)

  function onMessage(message: string) {
    if (message === ASK) return tell(latest)
    for (const step of readSteps(message)) if (seen.events.has(step.id)) hearElsewhere(step)
  }

  function hearElsewhere(step: Progress) {
    seen.hear(step)
    const delivery = seen.events.get(step.id)?.deliveries.get(step.destination ?? '')
    if (delivery) delivery.isElsewhere = true
  }

  function tell(steps: readonly Progress[]) {
    if (steps.length > 0) post?.(JSON.stringify(steps))
  }

  /** Takes what this page has done with events of other pages. */
  function take() {
    const steps = seen.others.splice(0)
    if (steps.length === 0) return
    for (const step of steps) if (seen.events.has(step.id)) seen.hear(step)
    latest.push(...steps)
    latest.splice(0, latest.length - MAX_KEPT)
    // One message for all that happens in a task.
    if (unsent.length === 0)
      queueMicrotask(() => {
        tell(unsent)
        unsent = []
      })
    unsent.push(...steps)
  }

  function resume() {
    kept.restore()
    take()
    attempt(() => post?.(ASK))
  }

  resume()
  addEventListener('pagehide', kept.store, { signal })
  signal.addEventListener('abort', seen.subscribe(take))
}
