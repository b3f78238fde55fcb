import { readFileSync } from 'node:fs'

export interface Sdk {
  readonly title: string
  /** The page that starts it: a name in stage/page, or an address. */
  readonly page: string
  readonly package: string
}

const competitor = (name: string) => new URL(`../competitors/${name}`, import.meta.url).href

export const peers: readonly Sdk[] = [
  { title: 'Segment, standard', page: competitor('segment'), package: '@segment/analytics-next' },
  { title: 'Segment, batching', page: competitor('segmentBatching'), package: '@segment/analytics-next' },
  { title: 'RudderStack, XHR queue', page: competitor('rudderStackXhr'), package: '@rudderstack/analytics-js' },
  {
    title: 'RudderStack, beacon queue',
    page: competitor('rudderStackBeacon'),
    package: '@rudderstack/analytics-js',
  },
  { title: 'PostHog', page: competitor('postHog'), package: 'posthog-js' },
  { title: 'Snowplow', page: competitor('snowplow'), package: '@snowplow/browser-tracker' },
  { title: 'Amplitude', page: competitor('amplitude'), package: '@amplitude/analytics-browser' },
  { title: 'Mixpanel', page: competitor('mixpanel'), package: 'mixpanel-browser' },
]

export const telltale: Sdk = { title: 'Telltale', page: 'telltale', package: 'telltale' }

/** The versions are pinned in the manifest of the competitors. */
export function versionOf({ package: name }: Sdk): string {
  return JSON.parse(readFileSync(new URL('../competitors/package.json', import.meta.url), 'utf8')).dependencies[name]
}
