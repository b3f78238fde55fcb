import type { EventCounts } from '../../core/model/diagnostics.ts'
import { refuserIn } from '../../core/ports/eventChange.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Outbox } from './outbox.ts'

/** Counts the stored events. Each destination of the settings has a count, even if it is 0. */
export async function countEvents(
  outbox: Pick<Outbox, 'all'>,
  destinations: readonly string[],
): Promise<Omit<EventCounts, 'isComplete'>> {
  const unread = Object.fromEntries(destinations.map((name) => [name, 0]))
  const refused: Record<string, number> = {}
  let pending = 0
  for (const task of (await outbox.all()).flatMap(({ todo }) => todo)) {
    const refuser = refuserIn(task)
    if (task === PENDING) pending += 1
    else if (refuser === undefined) unread[task] = (unread[task] ?? 0) + 1
    // oxlint-disable-next-line telltale/plain-keys -- The application names its destinations.
    else refused[refuser] = (refused[refuser] ?? 0) + 1
  }
  return { waiting: { pending, unread }, refused }
}
