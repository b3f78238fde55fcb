import { OpenFeature, ProviderEvents, type Client, type EventDetails } from '@openfeature/web-sdk'
import { afterEach, beforeEach } from 'vitest'
import { startLayer, type Start, type TestLayer } from '../react/tests/startLayer.suite.ts'
import { openFeatureProvider } from '../openfeature.ts'

/** What a client hears, without `PROVIDER_`, with the keys of flags that have changed. */
export function hear(client: Pick<Client, 'addHandler'>): string[] {
  const heard: string[] = []
  for (const type of Object.values(ProviderEvents)) {
    client.addHandler(type, (details?: EventDetails) => {
      const { flagsChanged, message } = { ...details } as { flagsChanged?: string[]; message?: string }
      heard.push([type.replace('PROVIDER_', ''), ...(flagsChanged ?? []), ...(message ? [message] : [])].join(' '))
    })
  }
  return heard
}

const layers: TestLayer[] = []

/** Ends the layers and the providers of each test. What the SDK logs is silent. */
export function endEach(): void {
  beforeEach(() => void OpenFeature.setLogger({ error() {}, warn() {}, info() {}, debug() {} }))
  afterEach(async () => {
    await OpenFeature.clearContexts()
    await OpenFeature.clearProviders()
    OpenFeature.clearHandlers()
    OpenFeature.clearHooks()
    for (const { telltale } of layers.splice(0)) telltale.close()
  })
}

/** A layer that closes at the end of the test. */
export async function start(options?: Start): Promise<TestLayer> {
  const layer = await startLayer(options)
  layers.push(layer)
  return layer
}

/** A layer whose provider is ready, with a client and what it hears from then on. */
export async function startProvider(options?: Start) {
  const layer = await start(options)
  await OpenFeature.setProviderAndWait(openFeatureProvider(layer.telltale))
  const client = OpenFeature.getClient()
  const heard = hear(client)
  await layer.platform.settle()
  heard.splice(0)
  return { ...layer, client, heard }
}
