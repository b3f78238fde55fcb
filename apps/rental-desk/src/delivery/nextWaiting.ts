/** As the layer tells it of an event. */
interface Step {
  readonly id: string
  readonly step: string
  readonly destination?: string
}

/** A script in the page that is not told of an event does not end its life, and the journal's giving up does. */
const WAITED_FOR = new Set(['collector', 'journal'])

/** Which events wait, once one of them has come a step further: those that the collector has not acknowledged. */
export function nextWaiting(waiting: ReadonlySet<string>, { id, step, destination }: Step): ReadonlySet<string> {
  if (step === 'happened') return new Set([...waiting, id])
  const isOver =
    (step === 'acknowledged' || step === 'dropped') && (destination === undefined || WAITED_FOR.has(destination))
  if (!isOver || !waiting.has(id)) return waiting
  return new Set([...waiting].filter((one) => one !== id))
}
