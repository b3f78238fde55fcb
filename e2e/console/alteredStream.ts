import type { Page } from '@playwright/test'

/** A message of the console's stream with one value replaced, as the current services would not send it. */
export interface Alteration {
  /** The type of the message. */
  readonly message: string
  readonly path: readonly string[]
  readonly value: unknown
}

export interface AlteredStream {
  /** Delivers the latest message of that type unchanged. */
  heal(): Promise<void>
  /** Delivers it with the replaced value again. */
  breakAgain(): Promise<void>
}

interface Altering {
  heal(): void
  breakAgain(): void
}

/** Alters all messages to the page from now on. Call this before the page is opened. */
export async function alterStream(page: Page, alteration: Alteration): Promise<AlteredStream> {
  await page.addInitScript(alter, alteration)
  const does = (what: keyof Altering) =>
    page.evaluate((name) => (window as unknown as { altering: Altering }).altering[name](), what)
  return { heal: () => does('heal'), breakAgain: () => does('breakAgain') }
}

/** Runs in the page. */
function alter({ message, path, value }: Alteration): void {
  let hear: ((event: MessageEvent) => void) | undefined
  let latest = ''
  let isAltering = true

  function altered(data: string): string {
    const reported = JSON.parse(data)
    if (reported.type !== message) return data
    latest = data
    if (!isAltering) return data
    const holder = path.slice(0, -1).reduce((inside, key) => inside[key], reported)
    holder[path.at(-1) ?? ''] = value
    return JSON.stringify(reported)
  }

  function tell(data: string): void {
    hear?.(new MessageEvent('message', { data: altered(data) }))
  }

  window.EventSource = class extends EventSource {
    override set onmessage(handler: (event: MessageEvent) => void) {
      hear = handler
      super.onmessage = ({ data }: MessageEvent<string>) => tell(data)
    }
  }
  const turn = (next: boolean) => () => {
    isAltering = next
    tell(latest)
  }
  Object.assign(window, { altering: { heal: turn(false), breakAgain: turn(true) } })
}
