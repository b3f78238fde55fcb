import type { Host } from '../core/host.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { Waiting } from '../core/model/diagnostics.ts'
import type { Journal, Keyed } from '../core/ports/journal.ts'

interface Needs extends Pick<Host, 'bus'> {
  journal: Pick<Journal<Keyed, Keyed>, 'count'>
  /** The names of the destinations. */
  readers: readonly string[]
}

/** Answers what counts how much waits. However often it may have changed meanwhile, it is counted one time after another. */
export function watchWaiting({ bus, journal, readers }: Needs): () => void {
  let said: Waiting | undefined
  let isCounting = false
  let hasChanged = false

  async function count() {
    hasChanged = true
    if (isCounting) return
    isCounting = true
    while (hasChanged) {
      hasChanged = false
      const [held = 0, ...unread] = await journal.count(readers)
      const waiting = { held, unread: Object.fromEntries(readers.map((reader, index) => [reader, unread[index] ?? 0])) }
      if (!sameJson(waiting, said)) bus.publish('diagnosis', { waiting })
      said = waiting
    }
    isCounting = false
  }

  void count() // what earlier visits have left
  return () => void count()
}
