import { readFileSync } from 'node:fs'

export interface Sdk {
  readonly title: string
  /** The page in page/ that starts it. */
  readonly page: string
  readonly package: string
}

export const peers: readonly Sdk[] = [
  { title: 'Segment, standard', page: '../../competitors/segment', package: '@segment/analytics-next' },
  { title: 'Segment, batching', page: '../../competitors/segmentBatching', package: '@segment/analytics-next' },
  { title: 'RudderStack, XHR queue', page: '../../competitors/rudderStackXhr', package: '@rudderstack/analytics-js' },
  {
    title: 'RudderStack, beacon queue',
    page: '../../competitors/rudderStackBeacon',
    package: '@rudderstack/analytics-js',
  },
  { title: 'PostHog', page: '../../competitors/postHog', package: 'posthog-js' },
  { title: 'Snowplow', page: '../../competitors/snowplow', package: '@snowplow/browser-tracker' },
  { title: 'Amplitude', page: '../../competitors/amplitude', package: '@amplitude/analytics-browser' },
  { title: 'Mixpanel', page: '../../competitors/mixpanel', package: 'mixpanel-browser' },
]

export const telltale: Sdk = { title: 'Telltale', page: 'telltale', package: 'telltale' }

/** The versions are pinned in the manifest of the competitors. */
export function versionOf({ package: name }: Sdk): string {
  return JSON.parse(readFileSync(new URL('../competitors/package.json', import.meta.url), 'utf8')).dependencies[name]
}
