import { bundlePage } from '../pages/bundlePage.ts'

/** Whose SDK is behind a page: the one that the page was written for, or Telltale in its place. */
export type Sdk = 'LaunchDarkly' | 'Telltale'

/** What moving over is: the name that is imported, and that of the client which takes its place. */
const ALIAS = {
  'launchdarkly-js-client-sdk': 'telltale/launchdarkly',
  '@launchdarkly/js-client-sdk': 'telltale/launchdarkly',
}

/** The page of `pages/` at the path `/<SDK>/<file>`, with the client of that SDK. */
export function bundleWithSdk(path: string): Promise<string> {
  const [, sdk, file = ''] = path.split('/')
  return bundlePage(new URL(`pages/${file}`, import.meta.url), sdk === 'Telltale' ? ALIAS : {})
}
