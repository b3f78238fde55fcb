import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, type EvaluationContext, type Provider } from '@openfeature/web-sdk'

/** What this script adds to `globalThis` of its page. */
export interface OpenFeaturePage {
  start(url: string, context: EvaluationContext): Promise<void>
  identify(context: EvaluationContext): Promise<void>
  read(flag: string): unknown
}

const page: OpenFeaturePage = {
  async start(url, context) {
    await OpenFeature.setContext(context)
    // Its types are not compatible with `exactOptionalPropertyTypes`.
    const provider = new OFREPWebProvider({ baseUrl: url }) as Provider
    await OpenFeature.setProviderAndWait(provider)
  },
  identify: (context) => OpenFeature.setContext(context),
  read: (flag) => OpenFeature.getClient().getBooleanDetails(flag, false),
}

Object.assign(globalThis, page)
