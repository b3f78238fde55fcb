import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { compileFolder } from '../testing/compileFolder.ts'
import {
  freshApplications,
  nextApp,
  viteReactJs,
  viteReactTs,
  viteTs,
  webpackApp,
  type Application,
} from '../testing/freshApplications.ts'
import { commandLine } from './commandLine.ts'

// Inside the repository, so that the packages that an application imports resolve.
const HOME = join(import.meta.dirname, '../../.cache')
// TypeScript checks whole applications here, which takes long.
vi.setConfig({ testTimeout: 300_000 })
afterAll(() => vi.resetConfig())

let folder: string
beforeEach(async () => {
  await mkdir(HOME, { recursive: true })
  folder = await mkdtemp(join(HOME, 'init-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(application: Application): Promise<void> {
  for (const [path, text] of Object.entries(application)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const read = (path: string) => readFile(join(folder, path), 'utf8')

/** All files of the folder except those in `.telltale`, which git ignores. */
async function files(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const kept = paths.filter((path) => !path.startsWith('.telltale')).sort()
  return Object.fromEntries(await Promise.all(kept.map(async (path) => [path, await read(path)] as const)))
}

async function init(args: readonly string[] = ['--yes'], confirm?: (question: string) => Promise<boolean>) {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const terminal = { cwd: folder, env: {}, isInteractive: false, ...output, ...(confirm && { confirm }) }
  const code = await commandLine(['init', ...args], terminal)
  return { code, out, err }
}

/** A package.json with additional packages. */
function withPackages(application: Application, ...names: readonly string[]): Application {
  const manifest = JSON.parse(application['package.json'] ?? '') as { dependencies: Record<string, string> }
  for (const name of names) manifest.dependencies[name] = '*'
  return { ...application, 'package.json': JSON.stringify(manifest, null, 2) }
}

/** Each option of TypeScript that rejects more, beside those of the repository itself. */
const STRICTEST = {
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
}

describe.each(Object.keys(STRICTEST))('telltale init in an application whose compiler has %s', (option) => {
  test.each([
    ['Vite with React', viteReactTs],
    ['Vite', viteTs],
    ['Next.js', nextApp],
  ])('writes files for %s that compile, with Intercom, Datadog and zod, too', async (_name, application) => {
    await write(withPackages(application, '@intercom/messenger-js-sdk', 'zod'))
    expect(await init()).toMatchObject({ code: 0, err: '' })
    const value = STRICTEST[option as keyof typeof STRICTEST]
    expect(compileFolder(folder, { [option]: value })).toEqual([])
  })
})

describe.each(Object.entries(freshApplications))('telltale init in an application of %s', (_name, application) => {
  test('writes files that compile under the strictest options', async () => {
    await write(application)
    expect(await init()).toMatchObject({ code: 0, err: '' })
    expect(compileFolder(folder)).toEqual([])
    expect(compileFolder(folder, STRICTEST)).toEqual([])
  })

  test('can be undone, which restores every file', async () => {
    await write(application)
    const before = await files()
    await init()
    expect(await files()).not.toEqual(before)
    expect(await init(['--undo'])).toMatchObject({ code: 0, err: '' })
    expect(await files()).toEqual(before)
    expect(await init(['--undo'])).toMatchObject({
      code: 1,
      err: 'telltale: There is nothing to undo in this folder.\n',
    })
  })

  test('shows with --dry-run what it would write, and writes nothing', async () => {
    await write(application)
    const before = await files()
    const shown = await init(['--dry-run'])
    expect(shown.code).toBe(0)
    expect(shown.out).toContain('createTelltale({')
    expect(shown.out).toContain('Nothing was written.')
    expect(await files()).toEqual(before)
  })

  test('finds nothing to write in a second run', async () => {
    await write(application)
    await init()
    const after = await files()
    expect(await init()).toMatchObject({
      code: 0,
      out: expect.stringContaining('There is nothing to write.') as string,
    })
    expect(await files()).toEqual(after)
  })
})

describe('the entry', () => {
  test('wraps the application of Vite with React in the provider, in its own style', async () => {
    await write(viteReactTs)
    await init()
    expect(await read('src/main.tsx')).toBe(`import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App'
import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <TelltaleProvider telltale={telltale}>
      <App />
    </TelltaleProvider>
  </StrictMode>,
)
`)
  })

  test('keeps semicolons and double quotes', async () => {
    await write(viteReactJs)
    await init()
    expect(await read('src/main.jsx')).toContain(`import App from "./App.jsx";
import { TelltaleProvider } from "telltale/react";
import { telltale } from "./telltale.js";

ReactDOM.createRoot(document.getElementById("root")).render(<TelltaleProvider telltale={telltale}><App title="Quotes" /></TelltaleProvider>);`)
  })

  test('keeps the layout of Next.js a server component, with its children in a client component', async () => {
    await write(nextApp)
    await init()
    expect(await read('app/layout.tsx')).toContain('<body><TelltaleRoot>{children}</TelltaleRoot></body>')
    expect(await read('app/layout.tsx')).toContain(
      'import type { Metadata } from "next";\nimport { TelltaleRoot } from "./TelltaleRoot";\n',
    )
    expect(await read('app/TelltaleRoot.tsx')).toMatch(/^'use client'\n/)
  })

  test.each([
    ['has two elements', '<Theme />\n    <App />'],
    ['has an element that only a parser understands', '<App onReady={() => 1 > 0} />'],
    ['has an element in a comment only', '{/* <App /> */}'],
  ])('leaves an entry that %s as it is, and prints the lines to paste', async (_what, element) => {
    const entry = viteReactTs['src/main.tsx']?.replace('<App />', element) ?? ''
    await write({ ...viteReactTs, 'src/main.tsx': entry })
    const { out } = await init()
    expect(await read('src/main.tsx')).toBe(entry)
    expect(out).toContain(`Change src/main.tsx yourself. Put the provider around your application:
import { TelltaleProvider } from 'telltale/react'
import { telltale } from './telltale'

<TelltaleProvider telltale={telltale}>
  …
</TelltaleProvider>`)
  })

  test('keeps Windows line endings', async () => {
    const windows = (text: string | undefined) => (text ?? '').replaceAll('\n', '\r\n')
    await write({ ...viteReactTs, 'src/main.tsx': windows(viteReactTs['src/main.tsx']), '.gitignore': 'dist\r\n' })
    await init()
    for (const path of ['src/main.tsx', '.gitignore']) expect(await read(path)).not.toMatch(/[^\r]\n/)
    await init(['--undo'])
    expect(await read('src/main.tsx')).toBe(windows(viteReactTs['src/main.tsx']))
  })

  test('does not look for the Pages Router of Next.js in the folder of the App Router', async () => {
    const { 'package.json': manifest = '', 'tsconfig.json': tsconfig = '' } = nextApp
    const page = 'export default function Home() {\n  return <h1>Desk</h1>\n}\n'
    await write({ 'package.json': manifest, 'tsconfig.json': tsconfig, 'pages/index.tsx': page })
    const { out } = await init()
    expect(Object.keys(await files()).filter((path) => path.startsWith('app/'))).toEqual([])
    expect(await read('lib/telltale.ts')).toContain('process.env.NEXT_PUBLIC_TELLTALE_SERVICES')
    expect(out).toContain("import { TelltaleProvider } from 'telltale/react'\n")
    expect(compileFolder(folder)).toEqual([])
  })

  test('imports the layer in an application without React', async () => {
    await write(webpackApp)
    await init()
    expect(await read('src/index.js')).toMatch(/^import \{ heading \} from '.\/heading.js'\nimport '.\/telltale.js'\n/)
  })
})

describe('telltale init', () => {
  test('never overwrites a file, and lists the files that it keeps', async () => {
    await write({ ...viteTs, 'src/telltale.ts': 'export const mine = 1\n', '.env.development': 'SECRET=1' })
    const { out } = await init()
    expect(await read('src/telltale.ts')).toBe('export const mine = 1\n')
    expect(out).toContain('keep  src/telltale.ts: It exists and differs from what init would write.')
    expect(await read('.env.development')).toMatch(
      /^SECRET=1\n# The local services: npx telltale dev\nVITE_TELLTALE_PROMOTION=sandbox\n/,
    )
  })

  test('neither records nor shows the other lines of an environment file', async () => {
    await write({ ...viteTs, '.env.development': 'SECRET=s3cr3t\n' })
    const { out } = await init()
    expect(out + (await read('.telltale/init.json'))).not.toContain('s3cr3t')
    expect((await init(['--dry-run'])).out).not.toContain('s3cr3t')
  })

  test('lists and keeps the files that have changed since, when it is undone', async () => {
    await write(viteTs)
    await init()
    const changed = `${await read('src/telltale.ts')}// ours\n`
    await writeFile(join(folder, 'src/telltale.ts'), changed)
    const { code, out } = await init(['--undo'])
    expect([code, out]).toEqual([0, expect.stringContaining('kept    src/telltale.ts: It was changed since.')])
    expect(Object.keys(await files())).toEqual([...Object.keys(viteTs), 'src/telltale.ts'].sort())
    expect(await read('src/telltale.ts')).toBe(changed)
  })

  test('takes its part back out of a file that has changed elsewhere since', async () => {
    await write(viteTs)
    const before = JSON.parse(await read('package.json')) as object
    await init()
    const changed = { ...(JSON.parse(await read('package.json')) as object), devDependencies: { vitest: '4.0.0' } }
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(changed, null, 2)}\n`)
    const { code, out } = await init(['--undo'])
    expect([code, out]).toEqual([0, expect.not.stringContaining('kept')])
    expect(JSON.parse(await read('package.json'))).toEqual({ ...before, devDependencies: { vitest: '4.0.0' } })
  })

  test.each([
    ['flags:', 'flgs:'],
    ['baseUrl:', 'baseUlr:'],
    ['messaging:', 'mesaging:'],
    ['destinations:', 'destination:'],
  ])('writes settings in which the compiler finds %s written as %s', async (name, mistyped) => {
    await write(withPackages(viteTs, '@types/intercom-web'))
    await init()
    await writeFile(join(folder, 'src/telltale.ts'), (await read('src/telltale.ts')).replace(name, mistyped))
    expect(compileFolder(folder)).toEqual([expect.stringContaining(`'${mistyped.slice(0, -1)}' does not exist`)])
  })

  test('explains in the module of events what the compiler says of an event without its properties', async () => {
    await write(viteTs)
    await init()
    const explained = /^\/\/ "(.*)": the event has required properties/m.exec(await read('src/telltaleEvents.ts'))?.[1]
    await write({ 'src/use.ts': "import { telltale } from './telltale'\n\ntelltale.track('Welcome clicked')\n" })
    expect(compileFolder(folder)).toEqual([`src/use.ts: ${explained}.`])
  })

  test('keeps an existing script of the same name, and adds its own under another name', async () => {
    await write(webpackApp)
    await init()
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: object }
    expect(scripts).toMatchObject({
      services: './start-ours.sh',
      'telltale:services': 'telltale dev --strict-port',
      flags: 'telltale types --out src/telltaleFlags.js',
    })
  })

  test('defines the flags of an existing flags.json', async () => {
    const flag = { variations: [true, false], offVariation: 1, clientSideAvailability: { usingEnvironmentId: true } }
    const text = JSON.stringify({ environments: { production: 'ours' }, flags: { 'dark-mode': flag } })
    await write({ ...viteTs, 'telltale/flags.json': text })
    await init()
    expect(await read('telltale/flags.json')).toBe(text)
    expect(await read('src/telltaleFlags.ts')).toContain("'dark-mode': { default: false }")
    expect(await read('.env.development')).toContain('CLIENT_SIDE_ID=ours')
    expect(await read('src/telltale.test.ts')).toContain("'dark-mode': true")
  })

  test('writes the flags as telltale types writes them, so that its script changes nothing', async () => {
    await write(viteTs)
    await init()
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const [, ...command] = scripts['flags']?.split(' ') ?? []
    let out = ''
    const output = { out: (text: string) => void (out += text), err: (text: string) => void (out += text) }
    await commandLine([...command, '--check'], { cwd: folder, env: {}, isInteractive: false, ...output })
    expect(out).toBe('src/telltaleFlags.ts is up to date.\n')
  })

  test.each([
    ['package-lock.json', 'npm install telltale'],
    ['pnpm-lock.yaml', 'pnpm add telltale'],
    ['yarn.lock', 'yarn add telltale'],
    ['bun.lock', 'bun add telltale'],
  ])('in a project with %s and without the library prints: %s', async (lockfile, command) => {
    await write({ 'package.json': '{ "name": "empty" }', [lockfile]: '' })
    expect((await init()).out).toContain(`1. Install the library: ${command}\n`)
  })

  test('asks before it writes, and writes nothing after a no', async () => {
    await write(viteTs)
    const before = await files()
    const questions: string[] = []
    const answer = (isYes: boolean) => (question: string) => Promise.resolve(questions.push(question) > 0 && isYes)
    expect(await init([], answer(false))).toMatchObject({ code: 1, err: 'telltale: Nothing was written.\n' })
    expect(await files()).toEqual(before)
    expect(await init([], answer(true))).toMatchObject({ code: 0 })
    expect(questions).toEqual(['Write these files?', 'Write these files?'])
  })

  test('writes nothing without --yes where there is no terminal', async () => {
    await write(viteTs)
    expect(await init([])).toMatchObject({
      code: 1,
      err: 'telltale: Nothing was written: there is no terminal to ask a question in. Pass --yes to write these files.\n',
    })
    expect(await files()).toEqual(viteTs)
  })

  test('explains what to do in a folder without a project', async () => {
    expect(await init()).toEqual({
      code: 1,
      out: '',
      err: 'telltale: There is no package.json in this folder. Run telltale init in the folder of an application.\n',
    })
    await write({ 'package.json': '[]' })
    expect((await init()).err).toBe('telltale: package.json is not a JSON object. Correct it first.\n')
    expect(Object.keys(await files())).toEqual(['package.json'])
  })
})

describe('the vendors of a project', () => {
  test('are added to the settings', async () => {
    const page = viteReactTs['index.html']?.replace('</head>', '<script>heap.load("1")</script></head>') ?? ''
    const application = withPackages(viteReactTs, '@datadog/browser-rum', '@types/intercom-web')
    await write({ ...application, 'index.html': page })
    const { out } = await init()
    expect(out).toContain('Fresh Quotes: Vite, React, TypeScript, Vitest, Datadog, Heap, Intercom.')
    const module = await read('src/telltale.ts')
    expect(module).toContain('analytics: heap()')
    expect(module).toContain('monitoring: datadog({ instance: datadogRum })')
    expect(module).toContain('messaging: intercomAppId ? intercom({ appId: intercomAppId }) : undefined')
    expect(compileFolder(folder)).toEqual([])
  })

  test('with a codemod leave unregistered flags and events allowed, and the codemod’s command is printed', async () => {
    await write(withPackages(viteReactTs, 'launchdarkly-react-client-sdk', '@segment/analytics-next'))
    const { out } = await init()
    expect(out).toMatch(/telltale\/flags\.json[^]*npx telltale codemod launchdarkly-react/)
    expect(out).toContain('npx telltale codemod segment')
    const events = await read('src/telltaleEvents.ts')
    expect(events).toContain("unregisteredEvents: 'allowed'")
    expect(events).not.toMatch(/^ *flags: /m)
    expect(compileFolder(folder)).toEqual([])
  })

  test('whose flag client tracks events leave unregistered events allowed', async () => {
    await write(withPackages(viteReactTs, 'launchdarkly-react-client-sdk'))
    await init()
    expect(await read('src/telltaleEvents.ts')).toContain("unregisteredEvents: 'allowed'")
  })
})

/**
 * The declarations that a session's module uses of these libraries, by their documentation. The libraries are too large to
 * install here.
 */
const SESSIONS: Readonly<Record<string, string>> = {
  '@auth0/auth0-react': `declare module '@auth0/auth0-react' {
  export function useAuth0(): { isLoading: boolean; user: { sub?: string; name?: string; email?: string } | undefined }
}`,
  '@auth0/auth0-spa-js': `declare module '@auth0/auth0-spa-js' {
  export class Auth0Client {
    getUser(): Promise<{ sub?: string; name?: string; email?: string } | undefined>
  }
}`,
  ...Object.fromEntries(
    ['@clerk/clerk-react', '@clerk/react', '@clerk/nextjs', '@clerk/react-router'].map((name) => [
      name,
      `declare module '${name}' {
  interface User { id: string; fullName: string | null; primaryEmailAddress: { emailAddress: string } | null }
  export function useUser(): { isLoaded: false; user: undefined } | { isLoaded: true; user: User | null }
}`,
    ]),
  ),
  '@supabase/supabase-js': `declare module '@supabase/supabase-js' {
  interface Session { user: { id: string; email?: string } }
  export class SupabaseClient {
    auth: { onAuthStateChange(callback: (event: string, session: Session | null) => void): { data: object } }
  }
}`,
  firebase: `declare module 'firebase/auth' {
  interface User { uid: string; displayName: string | null; email: string | null }
  export interface Auth { currentUser: User | null }
  export function onAuthStateChanged(auth: Auth, next: (user: User | null) => void): () => void
}`,
}

describe('the sign-in of a project', () => {
  test.each(Object.entries(SESSIONS))(
    'with %s compiles and passes the signed-in user to the layer',
    async (name, declared) => {
      const application = name === '@clerk/nextjs' ? nextApp : viteReactTs
      const source = application === nextApp ? 'app' : 'src'
      await write({ ...withPackages(application, name), [`${source}/session.d.ts`]: declared })
      const { out } = await init()
      expect(compileFolder(folder)).toEqual([])
      expect(out).toMatch(/(Render <IdentifyWith|Call identifyWith)(Auth0|Clerk|Supabase|Firebase)/)
      const layer = await read(`${source}/telltale.ts`)
      expect(layer).toContain('telltaleSession.ts')
      expect(layer).not.toContain('identity:')
    },
  )

  test('in JavaScript has no types', async () => {
    await write(withPackages(viteReactJs, 'firebase'))
    await init()
    expect(await read('src/telltaleSession.js')).toContain('export function identifyWithFirebase(auth) {')
    expect(await read('src/telltaleSession.js')).toContain("import { telltale } from './telltale.js'")
  })
})
