import { createFlagClient, type FlagClient, type FlagClientOptions } from 'telltale/flags'

/** What the checks of the relay do in the page, with one client after another. */
export interface RelayPage {
  /** Says why it could not be initialized within so many seconds. */
  open(options: FlagClientOptions, seconds: number): Promise<string | undefined>
  /** Of all flags. */
  values(): Readonly<Record<string, unknown>>
  /** Makes one event of each kind, and sends them. */
  sendEvents(): Promise<void>
  close(): Promise<void>
  /** The status that the service answers to a request with these headers; nothing when the browser keeps the answer back. */
  ask(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined>
}

declare global {
  var relayPage: RelayPage
}

let client: FlagClient | undefined

globalThis.relayPage = {
  async open(options, seconds) {
    const logger = { error() {}, warn() {} }
    client = createFlagClient({ context: { kind: 'user', key: 'a' }, fetchGoals: false, logger, ...options })
    return client.waitForInitialization(seconds).then(
      () => undefined,
      (error) => String(error),
    )
  },
  values: () => client?.allFlags() ?? {},
  async sendEvents() {
    client?.variation('one', false)
    client?.track('relay check', { a: 1 }, 2)
    await client?.flush()
  },
  close: async () => client?.close(),
  ask: (url, headers) =>
    fetch(url, { headers }).then(
      ({ status }) => status,
      () => undefined,
    ),
}
