/** An event of a batch. */
interface Sent {
  readonly id: string
  readonly page?: string
  readonly moment?: number
  readonly flagSet?: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The events of a batch, each with the flags and the page that the batch contains once for many of them. */
export function wholeEvents<Event>(body: string): Event[] {
  const { events, moments = [], flagSets = {} } = JSON.parse(body)
  const known: Sent[] = Array.isArray(events) ? events.filter((event) => typeof event.id === 'string') : []
  return known.map(
    ({ moment = -1, flagSet = '', ...event }) =>
      ({
        ...event,
        page: moments[moment]?.page ?? event.page,
        properties: { ...event.properties, ...flagSets[flagSet] },
      }) as unknown as Event,
  )
}
