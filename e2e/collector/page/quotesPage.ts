import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'

declare global {
  var quotes: {
    track(name: string, properties?: Record<string, number | string>): void
    flush(): Promise<unknown>
    refused(): Promise<readonly { readonly name: string; readonly reason: string }[]>
  }
}

const { collector: url = '', person = 'ida' } = Object.fromEntries(new URLSearchParams(location.search))

const telltale = createTelltale({
  app: 'Quotes',
  identity: { person: () => ({ unique_identity: person }) },
  destinations: [collector({ url, headers: { authorization: 'Bearer quotes-web' } })],
})

globalThis.quotes = {
  track: (name, properties) => void telltale.track(name, properties),
  flush: () => telltale.flush(),
  refused: async () => (await telltale.refused.read()).map(({ event, reason }) => ({ name: event.name, reason })),
}
