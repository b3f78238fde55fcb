import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from '../cli/commandLine.ts'
import { nextApp, viteTs, type Application } from '../testing/freshApplications.ts'

let cwd: string
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), 'telltale-plan-'))))
afterEach(() => rm(cwd, { recursive: true }))

const read = (path: string) => readFile(join(cwd, path), 'utf8')

async function write(application: Application): Promise<void> {
  for (const [path, text] of Object.entries(application)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
}

async function init(...args: readonly string[]): Promise<string> {
  let printed = ''
  const say = (text: string) => void (printed += text)
  await commandLine(['init', ...args], { cwd, env: {}, isInteractive: false, out: say, err: say })
  return printed
}

describe('telltale init where .gitignore has .env*, as in a new application of Next.js', () => {
  const gitignore = '/node_modules\n\n# env files\n.env*\n'
  const application = { ...nextApp, '.gitignore': gitignore }

  test('lets git keep .env.development, and takes that back with --undo', async () => {
    await write(application)
    await init('--yes')
    expect(await read('.gitignore')).toBe(`${gitignore}.telltale/\n!.env.development\n`)
    expect(await init('--yes')).toContain('There is nothing to write.')
    await init('--undo')
    expect(await read('.gitignore')).toBe(gitignore)
  })

  test('does not let git keep variables of .env.development that may be secret, and says what to do', async () => {
    await write({ ...application, '.env.development': 'SECRET=1\n' })
    const printed = await init('--yes')
    expect(await read('.gitignore')).toBe(`${gitignore}.telltale/\n`)
    expect(printed).toContain(
      'Git ignores .env.development, which has other variables too. Where the project is cloned, set the variables NEXT_PUBLIC_TELLTALE_… there again.',
    )
  })
})

test('telltale init does not mention .env.development in a .gitignore that does not ignore it', async () => {
  await write({ ...viteTs, '.gitignore': '.env\n.env.local\n' })
  await init('--yes')
  expect(await read('.gitignore')).toBe('.env\n.env.local\n.telltale/\n')
})

const RENDERING =
  'On the server, the pages have the fallbacks of flags. The guide for Next.js shows how the HTML gets the flags'

test('telltale init in an application of Next.js says what the server renders', async () => {
  await write(nextApp)
  const printed = await init('--yes')
  expect(printed).toContain(RENDERING)
  expect(printed).toContain('/guides/next/')
})

test('telltale init does not mention the server in a page of Vite', async () => {
  await write(viteTs)
  expect(await init('--yes')).not.toContain(RENDERING)
})
