/** An event as the collector keeps it. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: { readonly id?: string; readonly impersonator?: string }
}

/** All that the collector has, as it hands it out: a line each. */
export async function collectedEvents(services: string): Promise<readonly CollectedEvent[]> {
  const response = await fetch(`${services}/console/events.ndjson`)
  if (!response.ok) throw new Error(`The collector's events are not to be had: status ${response.status}.`)
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line): CollectedEvent => JSON.parse(line))
}
