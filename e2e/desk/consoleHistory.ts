/** An event as the collector keeps it. */
export interface CollectedEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly identity: { readonly id?: string; readonly impersonator?: string }
}

export interface ConsoleHistory {
  readonly events: readonly CollectedEvent[]
  readonly totals: { readonly stored: number; readonly known: number }
  readonly flags: readonly { readonly key: string; readonly on: boolean; readonly version: number }[]
}

/** What the console shows to whoever opens it now: the first two messages of its stream. */
export async function consoleHistory(services: string): Promise<ConsoleHistory> {
  const response = await fetch(`${services}/console/stream`)
  if (!response.ok || !response.body) throw new Error(`The console's stream answers with status ${response.status}.`)
  let state: { flags: ConsoleHistory['flags'] } | undefined
  for await (const message of messagesOf(response.body)) {
    if (message.type === 'state') state = message.state
    if (message.type !== 'history' || !state) continue
    const events = message.events.map(({ event }: { event: CollectedEvent }) => event)
    return { events, totals: message.totals, flags: state.flags }
  }
  throw new Error("The console's stream ended before it began.")
}

async function* messagesOf(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length))
  }
}
