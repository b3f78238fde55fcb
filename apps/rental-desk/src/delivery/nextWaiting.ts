/** As the layer tells it of an event. */
interface Step {
  readonly id: string
  readonly step: string
  readonly destination?: string
}

/** Which events wait, once one of them has come a step further: those that the collector has not acknowledged. */
export function nextWaiting(waiting: ReadonlySet<string>, { id, step, destination }: Step): ReadonlySet<string> {
  if (step === 'happened') return new Set([...waiting, id])
  const isOver = step === 'dropped' || (step === 'acknowledged' && destination === 'collector')
  if (!isOver || !waiting.has(id)) return waiting
  return new Set([...waiting].filter((one) => one !== id))
}
