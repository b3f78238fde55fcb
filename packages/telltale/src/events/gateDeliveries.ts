import type { LateHost } from '../core/host.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { PENDING } from '../core/ports/eventStore.ts'
import type { Decide, Permits } from '../core/ports/platform.ts'
import { whenGranted } from '../core/whenGranted.ts'
import type { RunningDestination } from './destinations/destination.ts'
import type { Deliveries, DeliveriesCode, DeliveriesNeeds } from './startDeliveries.ts'
import { eventReports } from './reports/eventReports.ts'
import type { QueuedRecord } from './store/storedRecord.ts'
import { type EventRules, eventRules } from './consent/eventRules.ts'
import { holdEvents } from './consent/heldEventStore.ts'

/** Starts deliveries. */
type Start = (needs: DeliveriesNeeds, host: LateHost, code: DeliveriesCode) => Deliveries

/** Between events and what is allowed: nothing else is stored, decided in a database or delivered. */
export const gateDeliveries =
  (start: Start): Start =>
  (needs, host, code) => {
    const permits = host.platform.permits as Permits
    const names = needs.parts.map(({ name }) => name)
    const rules = eventRules(permits, names)
    const { progress } = eventReports(host)
    const held = holdEvents(code.openEventStore, {
      rules,
      copies: needs.ownCopies,
      whenAllowed: whenAllowed(permits, rules),
      tell,
    })
    const guard = (destination: RunningDestination, isCollector: boolean) =>
      guarded(destination, { permits, rules, isCollector })
    const deliveries = start(
      { ...needs, started: new Map([...needs.started].map(([name, one]) => [name, guard(one, false)])) },
      host,
      {
        openEventStore: held.open,
        decide: holdDecisions(code.decide, permits),
        // A format of its own is that of another company, or of an application: only a collector gets proofs.
        startHttpDestination: (...given) =>
          guard(code.startHttpDestination(...given), (given[0] as { readonly format?: unknown }).format === undefined),
      },
    )
    const { outbox, reports, retryNow } = deliveries
    let isStopped = false
    const settle = () => permits.settling(change())
    const stop = permits.watch(settle)
    settle()
    return {
      ...deliveries,
      stop() {
        isStopped = true
        stop()
        deliveries.stop()
      },
    }

    /**
     * Releases what is allowed, and gives up what is denied, wherever it waits: in the memory of this page, in its storage and in the database.
     * Returns whether it has looked there, and nothing denied is left.
     */
    async function change(): Promise<boolean> {
      for (const record of held.settle()) {
        drop(record.todo, [record])
        for (const task of record.todo) void giveUp(task, [record])
      }
      retryNow()
      await outbox.ready
      const mayHaveMore =
        permits.mustDelete() || permits.isForgotten() || names.some((name) => permits.of(name) === 'denied')
      if (isStopped || !mayHaveMore) return false
      const records = (await outbox.all()).map((record) => ({ ...record, denied: rules.divide(record)[2] }))
      for (const task of new Set(records.flatMap(({ denied }) => denied))) {
        const those = records.filter(({ denied }) => denied.includes(task))
        drop([task], those)
        await giveUp(task, those)
      }
      return held.isClean()
    }

    function giveUp(task: string, records: readonly QueuedRecord[]) {
      return task === PENDING ? outbox.remove(records) : outbox.done(task, records)
    }

    function tell(step: 'held' | 'released', { event }: QueuedRecord, tasks: readonly string[]) {
      for (const destination of tasks)
        if (names.includes(destination))
          progress(step, event, { destination, purpose: permits.purposeOf(destination) ?? '' })
    }

    function drop(tasks: readonly string[], records: readonly QueuedRecord[]) {
      for (const task of tasks)
        for (const where of task === PENDING ? names : [task])
          reports.dropped(
            records.map(({ event }) => ({ event, todo: [where] })),
            { where, reason: 'no-consent' },
          )
    }
  }

interface Guard {
  permits: Permits
  rules: EventRules
  /** It keeps the proofs of what was allowed, whatever is allowed. */
  isCollector: boolean
}

function guarded(destination: RunningDestination, { permits, rules, isCollector }: Guard): RunningDestination {
  const { name, cookies = [] } = destination
  const isProof = (event: Pick<AnalyticsEvent, 'kind'>) => isCollector && rules.isProof(event)
  /** A script is told nothing as long as it may do what it does by itself. */
  let wasAllowed = true

  function tell() {
    // While it is not known whose choice it is, the script goes on as it does.
    if (permits.holder() === undefined) return
    const state = permits.of(name)
    const isAllowed = state === 'granted'
    if (isAllowed !== wasAllowed && destination.allow?.(isAllowed)) wasAllowed = isAllowed
    if (state === 'denied' && cookies.length > 0) permits.removeCookies(cookies)
  }

  const stop = permits.watch(tell)
  tell()
  return {
    ...destination,
    isHeld: (event) => !isProof(event) && permits.of(name, permits.ownerOf(event.identity)) !== 'granted',
    accepts(event) {
      const owner = permits.ownerOf(event.identity)
      const isDenied = rules.isProof(event) ? !isCollector : permits.of(name, owner) === 'denied'
      return !isDenied && !permits.isForgotten(owner) && (destination.accepts?.(event) ?? true)
    },
    async whenReady(signal) {
      // A collector always gets the proofs.
      if (!isCollector) await whenGranted(permits, name, { signal })
      await destination.whenReady?.(signal)
      tell()
    },
    // What is held comes here only if it was allowed a moment ago.
    deliver: async (batch, context) =>
      rules.isHeld(name) && !batch.every(isProof)
        ? { outcome: 'retry', afterMs: 1_000 }
        : destination.deliver(batch, context),
    stop() {
      stop()
      destination.stop()
    },
  }
}

/** Resolves when one of the destinations may have events. */
const whenAllowed = ({ watch }: Permits, { isAnyAllowed }: EventRules) =>
  new Promise<void>((resolve) => {
    const check = () => isAnyAllowed() && resolve()
    watch(check)
    check()
  })

/** Nobody but this page knows the id of a visitor, or of a session, that is not on the device. */
function holdDecisions(decide: Decide, permits: Permits): Decide {
  const choices = new Map<string, string>()
  return async (name, choice) => {
    if (permits.of(name.startsWith('visitor') ? 'visitor' : 'session') === 'granted') return decide(name, choice)
    const chosen = choices.get(name) ?? choice
    choices.set(name, chosen)
    return chosen
  }
}
