/** An event as the collector stores it. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: { readonly id?: string; readonly impersonator?: string }
}

/** All events of the collector's export, one per line. */
export async function collectedEvents(services: string): Promise<readonly CollectedEvent[]> {
  const response = await fetch(`${services}/console/events.ndjson`)
  if (!response.ok) throw new Error(`The collector's events could not be read: status ${response.status}.`)
  const lines = (await response.text()).split('\n').filter(Boolean)
  return lines.map((line): CollectedEvent => JSON.parse(line))
}
