import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, type EvaluationContext, type Provider } from '@openfeature/web-sdk'

/** What the page of this script has under `globalThis`. */
export interface OpenFeaturePage {
  start(url: string, context: EvaluationContext): Promise<void>
  identify(context: EvaluationContext): Promise<void>
  read(flag: string): unknown
}

const page: OpenFeaturePage = {
  async start(url, context) {
    await OpenFeature.setContext(context)
    // Its types were not made for exact optional properties.
    const provider = new OFREPWebProvider({ baseUrl: url }) as Provider
    await OpenFeature.setProviderAndWait(provider)
  },
  identify: (context) => OpenFeature.setContext(context),
  read: (flag) => OpenFeature.getClient().getBooleanDetails(flag, false),
}

Object.assign(globalThis, page)
