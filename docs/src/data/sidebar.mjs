/** The groups of the guides, in the order of the sidebar and of the home page. */
export const GUIDES = [
  {
    label: 'Frameworks',
    items: [
      'guides/init',
      'guides/react',
      'guides/next',
      'guides/react-router',
      'guides/vue',
      'guides/svelte',
      'guides/solid',
      'guides/angular',
      'guides/signals',
      'guides/without-a-framework',
      'guides/loading',
      'guides/server-rendering',
    ],
  },
  {
    label: 'Identity',
    items: ['guides/auth-libraries', 'guides/who-am-i', 'guides/accounts', 'guides/impersonation', 'guides/many-tabs'],
  },
  {
    label: 'Flags',
    items: ['guides/feature-flags', 'guides/flag-service', 'guides/flag-fallback', 'guides/writing-a-flag-source'],
  },
  {
    label: 'Events',
    items: [
      'guides/events',
      'guides/page-views-and-sessions',
      'guides/is-anything-lost',
      'guides/writing-a-destination',
      'guides/writing-a-vendor',
    ],
  },
  {
    label: 'Collector',
    items: [
      'guides/run-a-collector',
      'guides/choosing-a-store',
      'guides/sizing-a-collector',
      'guides/querying-events',
      'guides/upgrading-a-collector',
      'guides/receiving-events',
    ],
  },
  { label: 'Privacy', items: ['guides/privacy', 'guides/retention-and-deletion', 'guides/csp-and-ad-blockers'] },
  {
    label: 'Operations',
    items: ['guides/local-development', 'guides/inspector', 'guides/testing', 'guides/going-live', 'guides/monitoring'],
  },
  {
    label: 'Moving over',
    items: [
      'guides/coming-from-launchdarkly',
      'guides/coming-from-segment',
      'guides/coming-from-posthog',
      'guides/coming-from-the-specification',
    ],
  },
]
