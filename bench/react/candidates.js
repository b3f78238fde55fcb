import * as v4 from '@launchdarkly/react-sdk'
import { LaunchDarklyClientProvider } from '@openfeature/launchdarkly-client-provider'
import { OpenFeature, OpenFeatureProvider, useNumberFlagValue } from '@openfeature/react-sdk'
import { asyncWithLDProvider, useFlags as useV3Flags } from 'launchdarkly-react-client-sdk'
import { createElement, Fragment, useEffect, useState } from 'react'
import { createTelltale } from 'telltale'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider, useFlag } from 'telltale/react'

const ENVIRONMENT = 'bench'
const CONTEXT = { kind: 'user', key: 'ida' }
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const v3Options = (url) => ({
  baseUrl: url,
  streamUrl: url,
  eventsUrl: url,
  streaming: true,
  diagnosticOptOut: true,
  fetchGoals: false,
  logger: silent,
})

/** What each setter of the bare tree is called by. */
const setters = new Map()

function useBare(key) {
  const [value, setValue] = useState(() => initial[key])
  useEffect(() => {
    setters.set(key, setValue)
    return () => void setters.delete(key)
  }, [key])
  return value
}

let initial = {}

/** The stream, read by hand. Its first message holds all flags. */
async function readStream(url) {
  const response = await fetch(`${url}/eval/bench/e30=`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let isFirst = true; ;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const flag = JSON.parse(text.slice(text.indexOf('data: ') + 6, end))
      text = text.slice(end + 2)
      if (!isFirst) setters.get(flag.key)?.(flag.value)
      isFirst = false
    }
  }
}

/** A layer that has its flags. */
export async function makeTelltale(url) {
  const ids = { internal: 'p', external: 'p' }
  const telltale = createTelltale({
    promotion: 'sandbox',
    app: { name: 'Bench' },
    api: { production: url, staging: url, sandbox: url },
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
    flags: launchDarkly({
      clientSideId: ENVIRONMENT,
      baseUrl: url,
      streamUrl: url,
      eventsUrl: url,
      streaming: true,
      diagnosticOptOut: true,
      fetchGoals: false,
    }),
  })
  await telltale.ready.within(5000)
  return telltale
}

/**
 * Each way of reading a flag: made ready, it gives a provider and the hook of one reader.
 *
 * @type {Record<string, (url: string) => Promise<{ Provider: import('react').ComponentType<any>, useValue(key: string): unknown }>>}
 */
export const candidates = {
  /** The same tree, and nothing that could change. */
  async plain() {
    return { Provider: Fragment, useValue: () => 0 }
  },

  /** What nobody can do without: a state, and whoever sets it. */
  async bare(url) {
    const flags = await (await fetch(`${url}/sdk/evalx/bench/contexts/e30=`)).json()
    initial = Object.fromEntries(Object.entries(flags).map(([key, { value }]) => [key, value]))
    void readStream(url)
    return { Provider: Fragment, useValue: useBare }
  },

  async telltale(url) {
    const telltale = await makeTelltale(url)
    return {
      Provider: ({ children }) => createElement(TelltaleProvider, { telltale }, children),
      useValue: (key) => useFlag(key, 0),
    }
  },

  async v3(url) {
    const Provider = await asyncWithLDProvider({
      clientSideID: ENVIRONMENT,
      context: CONTEXT,
      options: v3Options(url),
      reactOptions: { useCamelCaseFlagKeys: false },
    })
    return { Provider, useValue: (key) => useV3Flags()[key] }
  },

  async v4(url) {
    const client = v4.createClient(ENVIRONMENT, CONTEXT, {
      baseUri: url,
      streamUri: url,
      eventsUri: url,
      streaming: true,
      fetchGoals: false,
      diagnosticOptOut: true,
      disableCache: true,
      logger: silent,
    })
    await client.start({ timeout: 5 })
    return { Provider: v4.createLDReactProviderWithClient(client), useValue: (key) => v4.useNumberVariation(key, 0) }
  },

  async openfeature(url) {
    await OpenFeature.setContext(CONTEXT)
    await OpenFeature.setProviderAndWait(
      new LaunchDarklyClientProvider(ENVIRONMENT, { ...v3Options(url), initializationTimeout: 5 }),
    )
    return { Provider: OpenFeatureProvider, useValue: (key) => useNumberFlagValue(key, 0) }
  },
}
