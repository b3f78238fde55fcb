import { readFileSync } from 'node:fs'

export interface Sdk {
  readonly title: string
  /** The page in page/ that starts it. */
  readonly page: string
  readonly package: string
}

export const peers: readonly Sdk[] = [
  { title: 'Segment, standard', page: 'segment', package: '@segment/analytics-next' },
  { title: 'Segment, batching', page: 'segmentBatching', package: '@segment/analytics-next' },
  { title: 'RudderStack, XHR queue', page: 'rudderStackXhr', package: '@rudderstack/analytics-js' },
  { title: 'RudderStack, beacon queue', page: 'rudderStackBeacon', package: '@rudderstack/analytics-js' },
  { title: 'PostHog', page: 'postHog', package: 'posthog-js' },
  { title: 'Snowplow', page: 'snowplow', package: '@snowplow/browser-tracker' },
  { title: 'Amplitude', page: 'amplitude', package: '@amplitude/analytics-browser' },
  { title: 'Mixpanel', page: 'mixpanel', package: 'mixpanel-browser' },
]

export const telltale: Sdk = { title: 'Telltale', page: 'telltale', package: 'telltale' }

/** The versions are pinned in bench/package.json. */
export function versionOf({ package: name }: Sdk): string {
  const { devDependencies, dependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return devDependencies[name] ?? dependencies[name]
}
