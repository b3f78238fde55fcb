import { expect, test } from 'vitest'
import { nextApp, viteTs } from '../testing/freshApplications.ts'
import { initProject } from '../testing/initProject.ts'

const { read, remove, write, init } = initProject()

test('a second telltale init names the address of the services that the project uses', async () => {
  await write(viteTs)
  await init('.', '--yes')
  const variables = await read('.env.development')
  await write({ '.env.development': variables.replaceAll(':4801', ':5000') })
  expect(await init('.', '--yes')).toContain(
    'There is nothing to write. The services of this project are at http://127.0.0.1:5000: npm run services. Run the test: npx vitest run src/telltale.test.ts\n',
  )
})

test('a second telltale init that writes one file says only what is left for that file', async () => {
  await write(viteTs)
  expect(await init('.', '--yes')).toContain('Run the test: npx vitest run src/telltale.test.ts')
  await remove('src/telltale.test.ts')
  const printed = await init('.', '--yes')
  expect(printed).toContain('  create  src/telltale.test.ts\n')
  expect(printed).toMatch(/--undo\n\n1\. Run the test: npx vitest run src\/telltale\.test\.ts\n\n$/)
})

test('a second telltale init without anything new repeats no steps', async () => {
  await write(viteTs)
  await init('.', '--yes')
  await remove('.env.development')
  const printed = await init('.', '--yes')
  expect(printed).toContain('  create  .env.development\n')
  expect(printed).not.toMatch(/^1\. /m)
})

test('a second telltale init names the address in .env.local, which Next.js prefers to .env.development', async () => {
  await write(nextApp)
  await init('.', '--yes')
  await write({ '.env.local': 'NEXT_PUBLIC_TELLTALE_SERVICES=http://127.0.0.1:5000\n' })
  expect(await init('.', '--yes')).toContain('The services of this project are at http://127.0.0.1:5000:')
})

test('a second telltale init says again that there is no test without Vitest or Jest', async () => {
  await write(nextApp)
  expect(await init('.', '--yes')).toContain('There is neither Vitest nor Jest in package.json')
  expect(await init('.', '--yes')).toMatch(
    /^There is nothing to write\..* There is neither Vitest nor Jest in package\.json/m,
  )
})
