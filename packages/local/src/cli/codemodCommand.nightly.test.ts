import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { compileFolder } from '../testing/compileFolder.ts'
import type { Application } from '../testing/freshApplications.ts'
import { launchDarklyFiles } from '../testing/launchDarklyFiles.ts'
import { segmentFiles } from '../testing/segmentFiles.ts'
import { commandLine } from './commandLine.ts'

// Inside the repository, so that the packages that an application imports resolve.
const HOME = join(import.meta.dirname, '../../.cache')
// TypeScript checks whole applications here, which takes long.
vi.setConfig({ testTimeout: 300_000 })
afterAll(() => vi.resetConfig())

const LAYER = `import { createTelltale } from 'telltale'

export const telltale = createTelltale({ app: 'Moved' })
`
const { 'src/Legacy.tsx': _legacy, 'src/prices.ts': _prices, ...movableFiles } = launchDarklyFiles
let folder: string
beforeEach(async () => {
  await mkdir(HOME, { recursive: true })
  folder = await mkdtemp(join(HOME, 'codemod-'))
  await write({ 'src/telltale.ts': LAYER })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(application: Application): Promise<void> {
  for (const [path, text] of Object.entries(application)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** A copy of the files before and after, so that both are compiled in one go. */
function inFolder(name: string, application: Application): Application {
  return Object.fromEntries(Object.entries(application).map(([path, text]) => [`${name}/${path}`, text]))
}

const read = (path: string) => readFile(join(folder, path), 'utf8')

async function codemod(...args: readonly string[]) {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await commandLine(['codemod', ...args], { cwd: folder, env: {}, isInteractive: false, ...output })
  return { code, out, err }
}

/** Runs the codemod on an application of one file, and returns the file's new text. */
async function moved(name: string, text: string, path = 'src/Page.tsx') {
  await write({ [path]: text })
  const { out } = await codemod(name, path)
  return { text: await read(path), out }
}

describe('telltale codemod launchdarkly-react', () => {
  test('moves the files of an application, which then compile, and names what it leaves', async () => {
    await write({ ...launchDarklyFiles, ...inFolder('before', launchDarklyFiles) })
    const { code, out } = await codemod('launchdarkly-react')
    expect(code).toBe(0)
    expect(compileFolder(folder)).toEqual([])
    expect(out.replace(/ {2}.*/g, '')).toBe(`src/App.tsx:1
src/Legacy.tsx:2
src/Legacy.tsx:14
src/Legacy.tsx:16
src/Legacy.tsx:16
src/Shell.jsx:1
src/Shell.jsx:4
src/main.tsx:3
src/prices.ts:5
4 files changed. 9 places need a look: see above.
`)
    expect(out).toContain('src/Legacy.tsx:2  A class component or a wrapper cannot use hooks')
    expect(out).toContain('src/Legacy.tsx:14  A rest element has unknown flags.')
    expect(out).toContain('src/Legacy.tsx:16  The layer identifies the user from the session')
    expect(await read('src/Legacy.tsx')).toBe(launchDarklyFiles['src/Legacy.tsx'])
  })

  test('turns destructured flags, with defaults and other names, into one hook each', async () => {
    const { text } = await moved('launchdarkly-react', launchDarklyFiles['src/Pricing.tsx'] ?? '')
    expect(text).toBe(`import { useFlag, useTelltale } from 'telltale/react'
import { useEffect } from 'react'

// The price list.
export function Pricing() {
  const newPricing = useFlag('new-pricing', false)
  const layout = useFlag('quote-layout', 'classic')
  const banner = useFlag('legacy-banner', false)
  const telltale = useTelltale()

  useEffect(() => {
    if (newPricing) telltale.flags.track('Pricing seen', { layout })
  }, [telltale, newPricing, layout])

  if (!banner) return null
  return <p className={layout}>{newPricing ? 'Weekly prices' : 'Daily prices'}</p>
}
`)
  })

  test('turns the flags that are read from a variable into one hook each, under a name that is free', async () => {
    const { text } = await moved('launchdarkly-react', launchDarklyFiles['src/Desk.tsx'] ?? '')
    expect(text).toContain(`import { useFlag } from "telltale/react";`)
    expect(text).toContain(`
  const pageSizeFlag = useFlag('page-size', 20);
  const mapView = useFlag('map-view', false);
  const newPricing = useFlag('new-pricing', false);
  const size = chosen ?? pageSizeFlag ?? 20;
  const isOn = mapView && newPricing;
`)
    expect(text).toContain("const isWide = useFlag('wide-title', false);")
  })

  test('replaces flags in the dependencies of an effect by those that the effect reads', async () => {
    const { text } = await moved(
      'launchdarkly-react',
      `import { useFlags } from 'launchdarkly-react-client-sdk'
import { useEffect } from 'react'

export function usePage(id: string) {
  const flags = useFlags()
  useEffect(() => {
    if (flags.newPricing || flags.mapView) console.log(id)
  }, [id, flags])
}
`,
    )
    expect(text).toContain(
      "const newPricing = useFlag('new-pricing', false)\n  const mapView = useFlag('map-view', false)\n",
    )
    expect(text).toContain('[id, newPricing, mapView])')
  })

  test('handles type assertions and non-null assertions', async () => {
    const { text, out } = await moved(
      'launchdarkly-react',
      `import { useFlags, useLDClient } from 'launchdarkly-react-client-sdk'

interface Flags {
  newPricing: boolean
}

export function usePage() {
  const flags = useFlags() as Flags
  const { mapView } = useFlags<{ mapView: boolean }>()
  const client = useLDClient()!
  const other = useLDClient()
  client.track('Page seen')
  other!.track('Page seen')
  return flags.newPricing && mapView
}
`,
    )
    expect(text).toContain(`
  const newPricing = useFlag('new-pricing', false)
  const mapView = useFlag('map-view', false /* check this default */)
  const client = useTelltale()
  const other = useTelltale()
  client.flags.track('Page seen')
  other.flags.track('Page seen')
  return newPricing && mapView
`)
    expect(out).toContain('1 file changed.')
  })

  test('turns a flag that a component reads from the client while it renders into a hook, so that a change renders it again', async () => {
    const { text, out } = await moved(
      'launchdarkly-react',
      `import { useLDClient } from 'launchdarkly-react-client-sdk'

export function Quotes() {
  const client = useLDClient()
  const limit = client?.variation('quote-limit', 3) ?? 3
  const isWide = client?.variation('wide-title')
  return <ul className={isWide ? 'wide' : ''} onClick={() => client?.track('Clicked', { old: client?.variation('old', 1) })}>{limit}</ul>
}

export function Title() {
  const client = useLDClient()
  return <h1>{client?.variation('title', 'Quotes')}</h1>
}
`,
    )
    expect(text).toBe(`import { useFlag, useTelltale } from 'telltale/react'

export function Quotes() {
  const telltale = useTelltale()
  const limit = useFlag('quote-limit', 3) ?? 3
  const isWide = useFlag('wide-title', false)
  return <ul className={isWide ? 'wide' : ''} onClick={() => telltale.flags.track('Clicked', { old: telltale.flags.variation('old', 1) })}>{limit}</ul>
}

export function Title() {
  return <h1>{useFlag('title', 'Quotes')}</h1>
}
`)
    expect(out).toContain('1 file changed.')
  })

  test('keeps the custom events of the flag service, with their metric values', async () => {
    const { text, out } = await moved(
      'launchdarkly-react',
      `import { useLDClient } from 'launchdarkly-react-client-sdk'
export function useBuy() {
  const client = useLDClient()
  return () => client?.track('checkout', { items: 2 }, 129)
}
`,
    )
    expect(text).toContain("return () => telltale.flags.track('checkout', { items: 2 }, 129)")
    expect(out).toContain('Nothing is left to do.')
  })

  test('adds a hook to the import that the file has already', async () => {
    const { text } = await moved(
      'launchdarkly-react',
      `import { useTrack } from 'telltale/react'
import { useFlags } from 'launchdarkly-react-client-sdk'
export const usePage = () => [useTrack(), useFlags().newPricing === true]
`,
    )
    expect(text).toContain("import { useTrack, useFlag } from 'telltale/react'\nexport const")
  })

  test('says of a provider what becomes of its context', async () => {
    await write(movableFiles)
    const { out } = await codemod('launchdarkly-react')
    expect(out).toContain(
      'src/main.tsx:7  Its options are settings of createTelltale now: clientSideID is clientSideId',
    )
    expect(out).toContain('its context is the user whom the layer identifies')
  })

  test('keeps the providers while a file still uses the SDK, which has no client without them', async () => {
    await write(launchDarklyFiles)
    const { out } = await codemod('launchdarkly-react')
    for (const path of ['src/main.tsx', 'src/App.tsx']) expect(await read(path)).toBe(launchDarklyFiles[path])
    expect(await read('src/Shell.jsx')).toContain("import { LDProvider } from 'launchdarkly-react-client-sdk'")
    expect(out).toContain(
      'src/main.tsx:3  LaunchDarkly’s provider stays, because its SDK is still used in Legacy.tsx and prices.ts.',
    )
  })

  test('removes a provider that is around Telltale’s own', async () => {
    const { text } = await moved(
      'launchdarkly-react',
      `import { asyncWithLDProvider } from 'launchdarkly-react-client-sdk'
import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale'

const Provider = await asyncWithLDProvider({ clientSideID: 'abc' })
export const page = (
  <Provider>
    <TelltaleProvider telltale={telltale}>
      <App />
    </TelltaleProvider>
  </Provider>
)
export const two = <Provider><a /><b /></Provider>
`,
    )
    expect(text).toBe(`import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale'

export const page = (
  <TelltaleProvider telltale={telltale}>
    <App />
  </TelltaleProvider>
)
export const two = <><a /><b /></>
`)
  })

  test('leaves out a provider when another file has Telltale’s, and props that a component does not have', async () => {
    const app = `import { withLDProvider } from 'launchdarkly-react-client-sdk'
function App() {
  return <p />
}
export default withLDProvider({ clientSideID: 'abc' })(App)
`
    await write({ 'src/App.tsx': app })
    await codemod('launchdarkly-react')
    expect(await read('src/App.tsx')).toContain(`export default function WithTelltale() {
  return (
    <TelltaleProvider telltale={telltale}>
      <App />
    </TelltaleProvider>
  )
}`)
    const main = `import { TelltaleProvider } from 'telltale/react'
import App from './App'
import { telltale } from './telltale'
export const page = <TelltaleProvider telltale={telltale}><App /></TelltaleProvider>
`
    await write({ 'src/App.tsx': app, 'src/main.tsx': main })
    await codemod('launchdarkly-react')
    expect(await read('src/App.tsx')).toMatch(/^function App[^]*export default App\n$/)
    expect(compileFolder(folder)).toEqual([])
  })

  test('puts Telltale’s provider in the place of LaunchDarkly’s, above components in between that use the hooks', async () => {
    const { text } = await moved(
      'launchdarkly-react',
      `import { LDProvider, useFlags } from 'launchdarkly-react-client-sdk'
import type { ReactNode } from 'react'
import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale'
function Auth({ children }: { children: ReactNode }) {
  return <div hidden={useFlags().newPricing}>{children}</div>
}
export const page = (
  <LDProvider clientSideID="abc">
    <Auth>
      <TelltaleProvider telltale={telltale}>
        <p />
      </TelltaleProvider>
    </Auth>
  </LDProvider>
)
`,
    )
    expect(text.slice(text.indexOf('export const page'))).toBe(`export const page = (
  <TelltaleProvider telltale={telltale}>
    <Auth>
      <p />
    </Auth>
  </TelltaleProvider>
)
`)
  })

  test('marks a default as a guess unless the value is only tested', async () => {
    const { text } = await moved(
      'launchdarkly-react',
      `import { useFlags } from 'launchdarkly-react-client-sdk'
import { useEffect } from 'react'
export function Banner() {
  const { text, isWide, limit } = useFlags()
  useEffect(() => {}, [isWide])
  return isWide ? <div data-limit={limit && String(limit)}>{text && <p>{text}</p>}</div> : null
}
`,
    )
    expect(text).toContain("useFlag('text', '' /* check this default */)")
    expect(text).toContain("useFlag('is-wide', false)")
    expect(text).toContain("useFlag('limit', false /* check this default */)")
  })

  test('replaces each of the three providers by Telltale’s provider', async () => {
    await write(movableFiles)
    await codemod('launchdarkly-react')
    expect(await read('src/main.tsx')).toContain(`
(async () => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <TelltaleProvider telltale={telltale}>
        <Pricing />
      </TelltaleProvider>
    </StrictMode>,`)
    expect(await read('src/Shell.jsx')).toContain(`
    <TelltaleProvider telltale={telltale}>
      <Inner />
    </TelltaleProvider>
`)
    expect(await read('src/App.tsx')).toMatch(
      /\nexport default function WithTelltale\(props: ComponentProps<typeof App>\) \{\n/,
    )
    for (const path of ['src/main.tsx', 'src/Shell.jsx', 'src/App.tsx'])
      expect(await read(path)).not.toContain('launchdarkly')
  })

  test('takes keys and defaults from the project’s flags.json', async () => {
    const seen = { clientSideAvailability: { usingEnvironmentId: true } }
    const flags = {
      show_banner: { ...seen, variations: [true, false], offVariation: 0 },
      'layout.of-quotes': { ...seen, variations: ['wide', "user's"], offVariation: 1 },
    }
    await write({ 'telltale/flags.json': JSON.stringify({ environments: { production: 'e' }, flags }) })
    const { text, out } = await moved(
      'launchdarkly-react',
      `import { useFlags } from 'launchdarkly-react-client-sdk'

export function useBanner() {
  const { showBanner, layoutOfQuotes, unknown2 } = useFlags()
  return [showBanner, layoutOfQuotes, unknown2]
}
`,
    )
    expect(text).toContain("const showBanner = useFlag('show_banner', true)\n")
    expect(text).toContain(`const layoutOfQuotes = useFlag('layout.of-quotes', 'user\\'s')\n`)
    expect(text).toContain("const unknown2 = useFlag('unknown-2', false /* check this default */)\n")
    expect(out).toContain("src/Page.tsx:4  The key 'unknown-2' is a guess")
    expect(out).toContain("src/Page.tsx:4  The default of 'unknown-2' is a guess. Check it.")
  })

  test('keeps the keys of an application that turns off camel-case keys in the SDK', async () => {
    await write({ 'src/options.ts': 'export const reactOptions = { useCamelCaseFlagKeys: false }\n' })
    const page = `import { useFlags } from 'launchdarkly-react-client-sdk'
export const usePage = () => useFlags().newPricing === 'on'
`
    await write({ 'src/Page.tsx': page })
    await codemod('launchdarkly-react')
    expect(await read('src/Page.tsx')).toContain("useFlag('newPricing', '' /* check this default */) === 'on'")
  })

  test.each([
    ['a namespace', `import * as LD from 'launchdarkly-react-client-sdk'\nLD.useFlags()\n`, 'by its name first'],
    ['a mock in a test', `vi.mock('launchdarkly-react-client-sdk')\n`, 'createTestTelltale'],
    [
      'a nested wrapper',
      `import { withLDProvider } from 'launchdarkly-react-client-sdk'\nexport default withLDProvider({})(memo(App))\n`,
      'around the component',
    ],
    [
      'a flag that is read from the client under a condition',
      `import { useLDClient } from 'launchdarkly-react-client-sdk'\nexport function useX(isOn) {\n  const c = useLDClient()\n  return isOn ? c?.variation('x', 1) : 2\n}\n`,
      'useFlag(key, default) before the condition',
    ],
    [
      'details that are read from the client',
      `import { useLDClient } from 'launchdarkly-react-client-sdk'\nexport function useX() {\n  const c = useLDClient()\n  return c?.variationDetail('x', 1)\n}\n`,
      'useFlagDetail(key, default)',
    ],
    [
      'a hook that is passed on',
      `import { useFlags } from 'launchdarkly-react-client-sdk'\nexport const hooks = [useFlags]\n`,
      'passed on as a value',
    ],
  ])('leaves %s as it is and reports why', async (_what, page, reason) => {
    const { text, out } = await moved('launchdarkly-react', page)
    expect(text).toBe(page)
    expect(out).toContain(reason)
    expect(out).toContain('0 files changed.')
  })
})

describe('telltale codemod segment', () => {
  test('moves the files of an application, which then compile, and names what it leaves', async () => {
    await write({ ...segmentFiles, ...inFolder('before', segmentFiles) })
    const { code, out } = await codemod('segment')
    expect(code).toBe(0)
    expect(compileFolder(folder)).toEqual([])
    expect(out).toBe(`src/analytics.ts:1  Nothing is left in this file. Delete it.
src/legacy.js:3  The client is still used. Delete it, and the package, when no call is left.
src/legacy.js:4  Replace it by a destination in the settings of createTelltale.
src/legacy.js:12  Options and callbacks of track have no equivalent: you do not have to wait for delivery.
src/legacy.js:13  The return value of track is used here. Telltale's returns nothing: you do not have to wait for delivery.
src/legacy.js:16  Pass the company with the user, and return it from identity.accounts.
src/legacy.js:17  A user needs a unique_identity: telltale.identify({ unique_identity: … }).
src/legacy.js:18  The client is passed on here. Use telltale there.
src/session.ts:5  email is now email_address. If targeting rules or other code use email, change them, or pass both.
src/session.ts:5  name is now user_name. If targeting rules or other code use name, change them, or pass both.
If your application registers its events (defineEvents), add those of these calls, or set unregisteredEvents: 'allowed' in Register until all are there.
5 files changed. 10 places need a look: see above.
`)
    expect(await read('src/late.ts')).toMatch(
      /^import \{ telltale \} from '.\/telltale'\n\ntelltale.track\('Late page'\)\n$/,
    )
  })

  test('moves the calls of a chosen file whose client is in another one, which stays for the rest', async () => {
    await write(segmentFiles)
    const { out } = await codemod('segment', 'src/session.ts')
    expect(await read('src/session.ts')).toContain('telltale.identify({ unique_identity: user.id')
    for (const path of Object.keys(segmentFiles).filter((one) => one !== 'src/session.ts'))
      expect(await read(path)).toBe(segmentFiles[path])
    expect(out).toContain('1 file changed.')
  })

  test('keeps the client of a chosen file while another file uses it', async () => {
    await write(segmentFiles)
    const { out } = await codemod('segment', 'src/analytics.ts')
    expect(await read('src/analytics.ts')).toBe(segmentFiles['src/analytics.ts'])
    expect(out).toContain('The client is still used. Delete it, and the package, when no call is left.')
  })

  test('moves a client that other files import, with the traits of a person under their names', async () => {
    await write(segmentFiles)
    await codemod('segment')
    expect(await read('src/session.ts')).toBe(`import { telltale } from './telltale'

export async function onSignIn(user: { id: string; email: string; plan: string }, traits: { company_id: string }) {
  const { email } = user
  telltale.identify({ unique_identity: user.id, email_address: email, user_name: \`\${user.email}\`, plan: user.plan })
  telltale.identify({ unique_identity: user.id, ...traits })
  telltale.identify({ unique_identity: user.id })
}

export function onSignOut() {
  telltale.identity.reset()
}
`)
  })

  test('turns page views into events, and keeps the style of the file', async () => {
    await write(segmentFiles)
    await codemod('segment')
    const text = await read('src/Checkout.tsx')
    expect(text).toContain('import { telltale } from "./telltale";')
    expect(text).toContain(`telltale.track('Page viewed', { category: "Shop", name: "Checkout", total });
    telltale.track('Page viewed', { name: "Checkout" });
    telltale.track('Page viewed');`)
  })

  test('moves the calls that it can, and keeps the client for the others', async () => {
    await write(segmentFiles)
    await codemod('segment')
    const text = await read('src/legacy.js')
    expect(text).toContain(
      "import { AnalyticsBrowser } from '@segment/analytics-next'\nimport { telltale } from './telltale'\n",
    )
    expect(text).toContain('telltale.track(this.name, properties)')
    expect(text).toContain("analytics.track('With a callback', {}, () => {})")
    expect(text).toContain('const analytics = new AnalyticsBrowser()')
  })
})

test('telltale codemod segment names the type that replaces the type of the client', async () => {
  const { text, out } = await moved(
    'segment',
    `import type { AnalyticsBrowser } from '@segment/analytics-next'
export class Recorder {
  constructor(private readonly client: AnalyticsBrowser) {}
}
`,
    'src/Recorder.ts',
  )
  expect(text).toContain('private readonly client: AnalyticsBrowser')
  expect(out).toContain('src/Recorder.ts:3  Use the type Telltale of telltale.')
})

describe('telltale codemod', () => {
  test('shows with --dry-run a diff, and writes nothing', async () => {
    await write(segmentFiles)
    const { code, out } = await codemod('segment', '--dry-run', 'src/Checkout.tsx', 'src/analytics.ts')
    expect(code).toBe(0)
    expect(out).toContain(
      '\n-import { analytics as segment } from "./analytics";\n+import { telltale } from "./telltale";\n',
    )
    expect(out).toContain('1 file would change.')
    for (const [path, text] of Object.entries(segmentFiles)) expect(await read(path)).toBe(text)
  })

  test('finds nothing to change in a second run', async () => {
    const text = launchDarklyFiles['src/Pricing.tsx'] ?? ''
    await moved('launchdarkly-react', text)
    expect((await codemod('launchdarkly-react')).out).toBe('0 files changed. Nothing is left to do.\n')
  })

  test('imports the layer from the module that --layer names', async () => {
    await write({ 'src/pages/Page.tsx': segmentFiles['src/late.ts'] ?? '' })
    await codemod('segment', 'src/pages', '--layer', 'lib/layer.ts')
    expect(await read('src/pages/Page.tsx')).toContain("import { telltale } from '../../lib/layer'")
  })

  test.each([
    [[], 'There is no codemod.'],
    [['segmnt'], 'segmnt is not a codemod. Did you mean segment?'],
    [['segment', '--dry'], "Unknown option '--dry'."],
  ])('returns 2 for the invalid arguments %j', async (args, sentence) => {
    expect(await codemod(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) as string })
  })

  test('reports which path does not exist', async () => {
    expect(await codemod('segment', 'nowhere')).toMatchObject({ code: 1, err: 'telltale: nowhere does not exist.\n' })
  })
})
