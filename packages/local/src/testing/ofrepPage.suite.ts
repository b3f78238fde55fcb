import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, type Provider } from '@openfeature/web-sdk'
import { createTelltale, type Telltale } from 'telltale'
import { ofrep } from 'telltale/ofrep'

/** A person of the layer, who is also the context of OpenFeature. */
export type OfrepPerson = Readonly<Record<string, string | number | boolean>> & { readonly unique_identity: string }

/** What this script adds to `globalThis` of its page. */
export interface OfrepPage {
  /** Starts a layer with the flags of the server. */
  start(url: string, headers: Record<string, string>): void
  telltale: Telltale
  /** What the layer gives each person for each key, with these fallbacks. */
  readLayer(people: readonly OfrepPerson[], fallbacks: Fallbacks): Promise<Readings>
  /** The same from the official provider. */
  readProvider(url: string, people: readonly OfrepPerson[], fallbacks: Fallbacks): Promise<Readings>
}

/** The key, the value, the reason and the variant. */
type Reading = readonly [key: string, value: unknown, reason: unknown, variant: unknown]
/** By person. */
export type Readings = readonly (readonly Reading[])[]

type Fallbacks = Readonly<Record<string, string | boolean | object>>

const page = globalThis as unknown as OfrepPage

page.start = (url, headers) => {
  page.telltale = createTelltale({ app: 'Desk', flags: ofrep({ url, headers, streaming: true }) })
}

page.readLayer = async (people, fallbacks) => {
  const all: Reading[][] = []
  for (const person of people) {
    page.telltale.identify(person)
    await new Promise<void>((resolve) => {
      page.telltale.flags.status.subscribe((status) => void (status === 'live' && resolve()))
    })
    all.push(
      Object.entries(fallbacks).map(([key, fallback]): Reading => {
        const { value, reason } = page.telltale.flags.variationDetail(key, fallback as string)
        return [key, value, reason?.kind, reason?.['variant']]
      }),
    )
  }
  return all
}

page.readProvider = async (url, people, fallbacks) => {
  await OpenFeature.setContext({ targetingKey: 'first' })
  // Its types are not compatible with `exactOptionalPropertyTypes`.
  await OpenFeature.setProviderAndWait(new OFREPWebProvider({ baseUrl: url, cacheMode: 'disabled' }) as Provider)
  const client = OpenFeature.getClient()
  const all: Reading[][] = []
  for (const person of people) {
    await OpenFeature.setContext({ ...person, targetingKey: person.unique_identity })
    all.push(
      Object.entries(fallbacks).map(([key, fallback]): Reading => {
        const { value, reason, variant } =
          typeof fallback === 'boolean'
            ? client.getBooleanDetails(key, fallback)
            : typeof fallback === 'string'
              ? client.getStringDetails(key, fallback)
              : client.getObjectDetails(key, fallback as never)
        return [key, value, reason, variant]
      }),
    )
  }
  await OpenFeature.clearProviders()
  return all
}
