import { bundlePage } from '../pages/bundlePage.ts'

/** The SDK of a page: the one that the page was written for, or Telltale in its place. */
export type Sdk = 'LaunchDarkly' | 'Telltale'

/** The migration: the imported name, and the name of the client that replaces it. */
const ALIAS = {
  'launchdarkly-js-client-sdk': 'telltale/launchdarkly',
  '@launchdarkly/js-client-sdk': 'telltale/launchdarkly',
}

/** The page of `pages/` at the path `/<SDK>/<file>`, with the client of that SDK. */
export function bundleWithSdk(path: string): Promise<string> {
  const [, sdk, file = ''] = path.split('/')
  return bundlePage(new URL(`pages/${file}`, import.meta.url), sdk === 'Telltale' ? ALIAS : {})
}
