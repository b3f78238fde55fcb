import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { bundle } from '../scripts/sizes/bundle.mjs'
import { writeSection } from './writeSection.mjs'

// npm run bench -- sizes: what an application downloads for Telltale and for other libraries, built in the same way.

const here = fileURLToPath(new URL('.', import.meta.url))

/** [what an application uses, its imports]. React is not counted. */
const SUBJECTS = /** @type {const} */ ([
  ['**Telltale**: layer and collector', ['telltale#createTelltale', 'telltale/collector#collector']],
  [
    '**Telltale**: layer, flags, collector and React hooks',
    ['telltale#createTelltale', 'telltale/flags#launchDarkly', 'telltale/collector#collector', 'telltale/react'],
  ],
  [
    '**Telltale**: layer, the format of Segment, views, visitors, traits and accounts',
    [
      'telltale#createTelltale',
      'telltale/segment#segment',
      'telltale/page-views#pageViews',
      'telltale/visitor#visitor',
      'telltale/traits#traits',
      'telltale/accounts#accounts',
    ],
  ],
  [
    '**Telltale**: layer, flags by OFREP, and the provider for OpenFeature, with its SDK',
    [
      'telltale#createTelltale',
      'telltale/ofrep#ofrep',
      'telltale/openfeature#openFeatureProvider',
      '@openfeature/web-sdk#OpenFeature',
    ],
  ],
  ['**Telltale**: `createFlagClient` alone', ['telltale/flags#createFlagClient']],
  ['launchdarkly-js-client-sdk', ['launchdarkly-js-client-sdk#initialize']],
  ['@launchdarkly/js-client-sdk', ['@launchdarkly/js-client-sdk#createClient']],
  ['launchdarkly-react-client-sdk', ['launchdarkly-react-client-sdk']],
  ['@launchdarkly/react-sdk', ['@launchdarkly/react-sdk']],
  [
    '@openfeature/ofrep-web-provider',
    ['@openfeature/ofrep-web-provider#OFREPWebProvider', '@openfeature/web-sdk#OpenFeature'],
  ],
  ['@segment/analytics-next', ['@segment/analytics-next#AnalyticsBrowser']],
  ['@rudderstack/analytics-js', ['@rudderstack/analytics-js#RudderAnalytics']],
  ['posthog-js', ['posthog-js#posthog']],
  ['mixpanel-browser', ['mixpanel-browser#default']],
])

const gzip = (/** @type {readonly string[]} */ texts) =>
  texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
const kilobytes = (/** @type {number} */ bytes) => (bytes === 0 ? '–' : (bytes / 1000).toFixed(1))

/** @param {string} name of a package */
function versionOf(name) {
  if (name.startsWith('telltale')) return ''
  const files = ['competitors', '..'].map((folder) => join(here, folder, 'node_modules', name, 'package.json'))
  return ` ${JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')).version}`
}

const rows = []
for (const [title, imports] of SUBJECTS) {
  const source = imports.map((one) => {
    const [module, name] = one.split('#')
    return `export ${name ? `{ ${name} }` : '*'} from '${module}'`
  })
  const { first, later } = await bundle(source.join('\n'), { root: join(here, 'competitors') })
  const [name = ''] = (imports[0] ?? '').split('#')
  rows.push(
    `| ${title}${versionOf(name)} | ${kilobytes(gzip(first))} | ${kilobytes(gzip(later))} | ${kilobytes(gzip([...first, ...later]))} |`,
  )
}

await writeSection(
  'sizes',
  `## How large is it?

\`npm run bench -- sizes\`, ${new Date().toISOString().slice(0, 10)}. kB (1,000 bytes), minified by Vite and compressed with gzip, without React. *First*: what a page needs before it
runs. *Later*: what it loads afterwards, and nothing waits for. Segment, RudderStack and PostHog load further scripts from their servers, which are not counted. The React packages of LaunchDarkly contain their client.

| | first | later | in all |
| --- | --: | --: | --: |
${rows.join('\n')}`,
)
