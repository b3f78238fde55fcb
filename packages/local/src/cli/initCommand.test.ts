import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextApp, viteTs, type Application } from '../testing/freshApplications.ts'
import { commandLine } from './commandLine.ts'

let cwd: string
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), 'telltale-init-'))))
afterEach(() => rm(cwd, { recursive: true }))

const read = (path: string) => readFile(join(cwd, path), 'utf8')

async function write(application: Application): Promise<void> {
  for (const [path, text] of Object.entries(application)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
}

async function init(): Promise<string> {
  let printed = ''
  const say = (text: string) => void (printed += text)
  await commandLine(['init', '--yes'], { cwd, env: {}, isInteractive: false, out: say, err: say })
  return printed
}

test('a second telltale init names the address of the services that the project uses', async () => {
  await write(viteTs)
  await init()
  const variables = await read('.env.development')
  await writeFile(join(cwd, '.env.development'), variables.replaceAll(':4801', ':5000'))
  expect(await init()).toContain(
    'There is nothing to write. The services of this project are at http://127.0.0.1:5000: npm run services. Run the test: npx vitest run src/telltale.test.ts\n',
  )
})

test('a second telltale init that writes one file says only what is left for that file', async () => {
  await write(viteTs)
  expect(await init()).toContain('Run the test: npx vitest run src/telltale.test.ts')
  await rm(join(cwd, 'src/telltale.test.ts'))
  const printed = await init()
  expect(printed).toContain('  create  src/telltale.test.ts\n')
  expect(printed).toMatch(/--undo\n\n1\. Run the test: npx vitest run src\/telltale\.test\.ts\n\n$/)
})

test('a second telltale init without anything new repeats no steps', async () => {
  await write(viteTs)
  await init()
  await rm(join(cwd, '.env.development'))
  const printed = await init()
  expect(printed).toContain('  create  .env.development\n')
  expect(printed).not.toMatch(/^1\. /m)
})

test('a second telltale init names the address in .env.local, which Next.js prefers to .env.development', async () => {
  await write(nextApp)
  await init()
  await writeFile(join(cwd, '.env.local'), 'NEXT_PUBLIC_TELLTALE_SERVICES=http://127.0.0.1:5000\n')
  expect(await init()).toContain('The services of this project are at http://127.0.0.1:5000:')
})

test('a second telltale init says again that there is no test without Vitest or Jest', async () => {
  await write(nextApp)
  expect(await init()).toContain('There is neither Vitest nor Jest in package.json')
  expect(await init()).toMatch(/^There is nothing to write\..* There is neither Vitest nor Jest in package\.json/m)
})
