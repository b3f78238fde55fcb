import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextApp, viteTs, type Application } from '../testing/freshApplications.ts'
import { initProject } from '../testing/initProject.ts'
import { guideFile } from './guideFile.ts'

const { read, remove, write, init } = initProject()

describe('telltale init where .gitignore has .env*, as in a new application of Next.js', () => {
  const gitignore = '/node_modules\n\n# env files\n.env*\n'
  const application = { ...nextApp, '.gitignore': gitignore }

  test('lets git keep .env.development, and takes that back with --undo', async () => {
    await write(application)
    await init('.', '--yes')
    expect(await read('.gitignore')).toBe(`${gitignore}.telltale/\n!.env.development\n`)
    expect(await init('.', '--yes')).toContain('There is nothing to write.')
    await init('.', '--undo')
    expect(await read('.gitignore')).toBe(gitignore)
  })

  test('does not let git keep variables of .env.development that may be secret, and says what to do', async () => {
    await write({ ...application, '.env.development': 'SECRET=1\n' })
    const printed = await init('.', '--yes')
    expect(await read('.gitignore')).toBe(`${gitignore}.telltale/\n`)
    expect(printed).toContain(
      'Git ignores .env.development, which has other variables too. Where the project is cloned, set the variables NEXT_PUBLIC_TELLTALE_… there again.',
    )
  })
})

test('telltale init does not mention .env.development in a .gitignore that does not ignore it', async () => {
  await write({ ...viteTs, '.gitignore': '.env\n.env.local\n' })
  await init('.', '--yes')
  expect(await read('.gitignore')).toBe('.env\n.env.local\n.telltale/\n')
})

describe('telltale init below the root of a git repository', () => {
  const inWorkspace = (gitignore: string) => ({
    ...Object.fromEntries(Object.entries(nextApp).map(([path, text]) => [`apps/web/${path}`, text])),
    'apps/web/.gitignore': 'dist\n',
    '.gitignore': gitignore,
    '.git/HEAD': '',
  })

  test('does not write a line that a .gitignore above has', async () => {
    await write(inWorkspace('.telltale/\n'))
    await init('apps/web', '--yes')
    expect(await read('apps/web/.gitignore')).toBe('dist\n')
  })

  test('lets git keep .env.development where a .gitignore above ignores it', async () => {
    await write(inWorkspace('.telltale\n.env*\n'))
    await init('apps/web', '--yes')
    expect(await read('apps/web/.gitignore')).toBe('dist\n!.env.development\n')
  })

  test('leaves .gitignore as it is where git ignores the whole project', async () => {
    await write(inWorkspace('apps/\n'))
    await init('apps/web', '--yes')
    expect(await read('apps/web/.gitignore')).toBe('dist\n')
  })
})

describe('telltale init where package.json has a script called services', () => {
  const withScripts = (scripts: object) => ({ ...viteTs, 'package.json': JSON.stringify({ ...manifest, scripts }) })
  const manifest = JSON.parse(viteTs['package.json'] ?? '') as object
  const scripts = async () => (JSON.parse(await read('package.json')) as { scripts: object }).scripts

  test('adds its own script under another name, and prints and warns with that name', async () => {
    await write(withScripts({ services: 'docker compose up', flags: './flags.sh' }))
    const printed = await init('.', '--yes')
    expect(await scripts()).toEqual({
      services: 'docker compose up',
      flags: './flags.sh',
      'telltale:services': 'telltale dev --strict-port',
      'telltale:flags': 'telltale types --out src/telltaleFlags.ts',
    })
    expect(printed).toContain('Run npm run telltale:services in one terminal')
    expect(await read('src/telltaleDevelopment.ts')).toContain('run npm run telltale:services.')
    expect(await init('.', '--yes')).toContain('There is nothing to write.')
  })

  test('keeps a script that starts the local services with other options', async () => {
    await write(withScripts({ services: 'telltale dev --port 5000' }))
    await init('.', '--yes')
    expect(await scripts()).toMatchObject({ services: 'telltale dev --port 5000' })
    expect(await scripts()).not.toHaveProperty('telltale:services')
  })
})

test('telltale init does not write the user for development again, once the layer has the user of the session', async () => {
  await write(viteTs)
  await init('.', '--yes')
  const layer = await read('src/telltale.ts')
  const [import_, call] = [/^import .*telltaleDevelopment'\n/m, /^if .*signInForDevelopment.*\n/m]
  expect([import_.test(layer), call.test(layer)]).toEqual([true, true])
  await write({
    'src/telltale.ts': layer
      .replace(import_, '')
      .replace(call, '')
      .replace(/return .*developmentUser.*/, 'return null'),
  })
  await remove('src/telltaleDevelopment.ts')
  expect(await init('.', '--yes')).toContain('There is nothing to write.')
})

test('telltale init without a terminal shows its plan, writes nothing and says to pass --yes', async () => {
  await write(viteTs)
  const printed = await init('.')
  expect(printed).toContain('  create  src/telltale.ts\n')
  expect(printed).toContain(
    'telltale: Nothing was written: there is no terminal to ask a question in. Pass --yes to write these files.\n',
  )
  await expect(read('src/telltale.ts')).rejects.toThrow('ENOENT')
})

const RENDERING =
  'On the server, the pages have the fallbacks of flags. The guide for Next.js shows how the HTML gets the flags'

test('telltale init in an application of Next.js says what the server renders', async () => {
  await write(nextApp)
  const printed = await init('.', '--yes')
  expect(printed).toContain(RENDERING)
  expect(printed).toContain('docs/src/content/docs/guides/next.mdx in Telltale’s repository')
})

test('telltale init does not mention the server in a page of Vite', async () => {
  await write(viteTs)
  expect(await init('.', '--yes')).not.toContain(RENDERING)
})

describe('telltale init in a project with Jest', () => {
  const withJest = (application: Application, more: object = {}) => {
    const manifest = JSON.parse(application['package.json'] ?? '') as { dependencies: object }
    const dependencies = { ...manifest.dependencies, jest: '*' }
    return { ...application, 'package.json': JSON.stringify({ ...manifest, ...more, dependencies }) }
  }
  const GUIDE = 'docs/src/content/docs/guides/testing.mdx in Telltale’s repository'
  const MISSING = 'Jest has no configuration in this project, so the test fails.'

  test('says what is missing where Next.js has no configuration of Jest', async () => {
    await write(withJest(nextApp))
    expect(await init('.', '--yes')).toContain(`${MISSING} Write one with next/jest: ${GUIDE} shows it.`)
  })

  test('says what is missing where another application has no configuration of Jest', async () => {
    const { 'package.json': manifest = '', ...files } = viteTs
    await write(withJest({ ...files, 'package.json': manifest.replace('"vitest"', '"other"') }))
    expect(await init('.', '--yes')).toContain(`${MISSING} Write one: ${GUIDE} shows it.`)
  })

  test.each([
    ['a file', { ...withJest(nextApp), 'jest.config.mjs': 'export default {}\n' }],
    ['package.json', withJest(nextApp, { jest: {} })],
  ])('names what the configuration in %s needs', async (_where, application) => {
    await write(application)
    const printed = await init('.', '--yes')
    expect(printed).not.toContain(MISSING)
    expect(printed).toContain(`Jest has to compile node_modules/telltale, too: ${GUIDE} shows how.`)
  })
})

test('telltale init says that everybody is anonymous in production until person returns the user', async () => {
  await write(viteTs)
  const sentence = 'everybody is anonymous in production'
  expect(await init('.', '--yes')).toContain(sentence)
  expect(await read('src/telltale.ts')).toContain(sentence)
})

describe('telltale init in an application that uses Telltale already', () => {
  const ROOT = `'use client'
import { createTelltale } from 'telltale'
import { TelltaleProvider } from 'telltale/react'
export function TelltaleRoot({ children }: { children: React.ReactNode }) {
  return <TelltaleProvider create={createTelltale} settings={{ app: 'Desk' }}>{children}</TelltaleProvider>
}
`

  test('does not write what the guide for Next.js has replaced, and says what it found', async () => {
    await write(nextApp)
    await init('.', '--yes')
    await write({ 'app/TelltaleRoot.tsx': ROOT })
    await remove('app/telltale.ts')
    const layout = (await read('app/layout.tsx')).replace('<TelltaleRoot>', '<TelltaleRoot key="nobody">')
    await write({ 'app/layout.tsx': layout })
    const printed = await init('.', '--yes')
    expect(printed).toContain(
      '  keep  app/TelltaleRoot.tsx: It creates the layer of this application. init writes neither app/telltale.ts nor the modules that belong to it.\n',
    )
    expect(printed).toContain('There is nothing to write.')
    expect(await read('app/layout.tsx')).toBe(layout)
    await expect(read('app/telltale.ts')).rejects.toThrow('ENOENT')
  })

  test('writes the test once Jest is installed, after the guide for Next.js was followed', async () => {
    await write(nextApp)
    await init('.', '--yes')
    await write({ 'app/TelltaleRoot.tsx': ROOT })
    await remove('app/telltale.ts')
    expect(await init('.', '--yes')).toContain('There is neither Vitest nor Jest in package.json')
    const { dependencies, ...manifest } = JSON.parse(await read('package.json')) as { dependencies: object }
    await write({ 'package.json': JSON.stringify({ ...manifest, dependencies: { ...dependencies, jest: '*' } }) })
    const printed = await init('.', '--yes')
    expect(printed).toContain('  create  app/telltale.test.ts\n')
    expect(printed).toContain('Run the test: npx jest app/telltale.test.ts')
    expect(await read('app/telltale.test.ts')).toContain("from './telltaleFlags'")
  })

  test('writes the files of the services only, where the guide was followed without init', async () => {
    await write({ ...nextApp, 'app/TelltaleRoot.tsx': ROOT })
    const printed = await init('.', '--yes')
    const created = [...printed.matchAll(/^ {2}(?:create|change) {2}(\S+)$/gm)].map(([, path]) => path)
    expect(created).toEqual([
      'telltale/flags.json',
      'telltale/users.json',
      '.env.development',
      '.gitignore',
      'package.json',
    ])
    expect(JSON.parse(await read('package.json'))).toMatchObject({
      scripts: { services: 'telltale dev --strict-port' },
    })
    expect(await read('package.json')).not.toContain('telltaleFlags')
    expect(printed).not.toContain('WelcomeButton')
  })

  test('does not write again the module of flags that was moved', async () => {
    await write(viteTs)
    await init('.', '--yes')
    await write({ 'src/lib/telltaleFlags.ts': await read('src/telltaleFlags.ts') })
    await remove('src/telltaleFlags.ts')
    const printed = await init('.', '--yes')
    expect(printed).toContain('  keep  src/lib/telltaleFlags.ts: init does not write src/telltaleFlags.ts as well.\n')
    expect(printed).toContain('There is nothing to write.')
  })
})

test.each(['events', 'next', 'svelte', 'testing', 'vue'] as const)(
  'the guide %s that telltale init names is in the repository',
  async (name) => {
    const [path = ''] = guideFile(name).split(' ')
    await expect(readFile(join(import.meta.dirname, '../../../..', path), 'utf8')).resolves.toContain('title:')
  },
)

test.each([
  ['Vue', { vue: '^3.5.0' }, 'src/WelcomeButton.vue', '<button @click="click">{{ isNew'],
  ['Svelte', { svelte: '^5.0.0' }, 'src/WelcomeButton.svelte', '<button onclick={click}>{$isNew'],
])('telltale init says that it has found %s, and prints a component of it', async (name, packages, path, markup) => {
  const manifest = JSON.parse(viteTs['package.json'] ?? '') as { readonly devDependencies: object }
  const devDependencies = { ...manifest.devDependencies, vite: '^8.0.0', ...packages }
  await write({ ...viteTs, 'package.json': JSON.stringify({ ...manifest, dependencies: {}, devDependencies }) })
  const printed = await init('.', '--yes')
  expect(printed).toContain(`Vite, ${name}, TypeScript`)
  expect(printed).toContain(`Use a flag and record an event, in ${path}:`)
  expect(printed).toContain(markup)
  expect(printed).toContain(`Render <WelcomeButton /> somewhere, for example in App.${name.toLowerCase()}`)
  expect(printed).not.toContain('document.createElement')
})
