import { describe, expect, test } from 'vitest'
import { ADDRESSES_OF_APPLICATION, checkVariables } from './checkVariables.ts'

const services = {
  services: 'http://127.0.0.1:4801',
  clientSideIds: ['desk-local', 'desk-staging'],
  collector: 'http://127.0.0.1:4801/collect',
}
const right = (prefix: string) => `# The local services
SECRET=s3cr3t
${prefix}PROMOTION=sandbox
${prefix}SERVICES=http://127.0.0.1:4801
${prefix}CLIENT_SIDE_ID=desk-local
${prefix}COLLECTOR=http://127.0.0.1:4801/collect
`

test.each([
  ['of Vite', right('VITE_TELLTALE_')],
  ['of Next.js', right('NEXT_PUBLIC_TELLTALE_')],
  ['in quotes', right('VITE_TELLTALE_').replace('desk-local', '"desk-local"')],
  ['at localhost', right('VITE_TELLTALE_').replaceAll('127.0.0.1', 'localhost')],
  ['of another environment of flags.json', right('VITE_TELLTALE_').replace('desk-local', 'desk-staging')],
])('variables %s that are those of the services are right', async (_how, text) => {
  const findings = await checkVariables({ '.env.development': text }, services)
  expect(findings).toEqual([
    {
      type: 'ok',
      about: 'the addresses in your application',
      sentence: '.env.development has those of these services.',
    },
  ])
})

test('each variable that differs or is not set is named with its value and the right one', async () => {
  const text = right('VITE_TELLTALE_')
    .replace('4801/collect', '4802/collect')
    .replace('desk-local', 'my-app-local')
    .replace(/^.*SERVICES.*\n/m, '')
  const findings = await checkVariables({ '.env.development': text }, services)
  expect(findings.map(({ type, sentence }) => `${type}: ${sentence}`)).toEqual([
    'wrong: VITE_TELLTALE_SERVICES is not set in .env.development. It should be http://127.0.0.1:4801.',
    'wrong: VITE_TELLTALE_CLIENT_SIDE_ID is my-app-local in .env.development. It should be desk-local.',
    'wrong: VITE_TELLTALE_COLLECTOR is http://127.0.0.1:4802/collect in .env.development. It should be http://127.0.0.1:4801/collect.',
  ])
})

test('a promotion level that does not exist is wrong', async () => {
  const text = right('VITE_TELLTALE_').replace('=sandbox', '=sandbx')
  expect(await checkVariables({ '.env.development': text }, services)).toMatchObject([
    { type: 'wrong', sentence: 'VITE_TELLTALE_PROMOTION is sandbx in .env.development. It should be sandbox.' },
  ])
})

test('a variable of .env.development.local comes first', async () => {
  const files = {
    '.env.development': right('VITE_TELLTALE_'),
    '.env.development.local': 'VITE_TELLTALE_SERVICES=http://127.0.0.1:9\n',
  }
  expect(await checkVariables(files, services)).toMatchObject([
    {
      type: 'wrong',
      sentence:
        'VITE_TELLTALE_SERVICES is http://127.0.0.1:9 in .env.development.local. It should be http://127.0.0.1:4801.',
    },
  ])
})

describe('the file whose value is used', () => {
  const variants = (prefix: string, ports: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(ports).map(([file, port]) => [
        file,
        right(prefix).replace('=http://127.0.0.1:4801\n', `=http://127.0.0.1:${port}\n`),
      ]),
    )
  const all = { '.env': 1, '.env.local': 2, '.env.development': 3, '.env.development.local': 4 }
  const { '.env.development.local': _first, ...three } = all

  test.each([
    ['NEXT_PUBLIC_TELLTALE_', all, 'http://127.0.0.1:4 in .env.development.local'],
    ['NEXT_PUBLIC_TELLTALE_', three, 'http://127.0.0.1:2 in .env.local'],
    ['VITE_TELLTALE_', all, 'http://127.0.0.1:4 in .env.development.local'],
    ['VITE_TELLTALE_', three, 'http://127.0.0.1:3 in .env.development'],
    ['VITE_TELLTALE_', { '.env': 1, '.env.local': 2 }, 'http://127.0.0.1:2 in .env.local'],
    ['NEXT_PUBLIC_TELLTALE_', { '.env': 1 }, 'http://127.0.0.1:1 in .env'],
  ])('of the variables %s in %j is the one that the framework uses', async (prefix, ports, found) => {
    expect(await checkVariables(variants(prefix, ports), services)).toMatchObject([
      { type: 'wrong', sentence: `${prefix}SERVICES is ${found}. It should be http://127.0.0.1:4801.` },
    ])
  })
})

test('the address of the services alone, as the guide for Next.js sets it in .env.local, is enough', async () => {
  const files = { '.env': 'SECRET=s3cr3t\n', '.env.local': 'NEXT_PUBLIC_TELLTALE_SERVICES=http://127.0.0.1:4801\n' }
  expect(await checkVariables(files, services)).toMatchObject([
    { type: 'ok', sentence: '.env.local has those of these services.' },
  ])
})

test('a variable that is in none of several files is not set in any of them', async () => {
  const files = {
    '.env.local': 'NEXT_PUBLIC_TELLTALE_SERVICES=http://127.0.0.1:4801\n',
    '.env': 'NEXT_PUBLIC_TELLTALE_CLIENT_SIDE_ID=desk-local\n',
  }
  expect(await checkVariables(files, services)).toMatchObject([
    {
      type: 'wrong',
      sentence:
        'NEXT_PUBLIC_TELLTALE_COLLECTOR is not set in .env.local or .env. It should be http://127.0.0.1:4801/collect.',
    },
  ])
})

test.each([
  [{}, 'There is no file of environment variables, such as .env.development, in this project.'],
  [{ '.env.development': 'SECRET=s3cr3t' }, 'There is no variable of Telltale in .env.development.'],
  [{ '.env': 'SECRET=s3cr3t', '.env.local': '' }, 'There is no variable of Telltale in .env or .env.local.'],
])('of the files %j, nothing is checked', async (files, sentence) => {
  expect(await checkVariables(files, services)).toEqual([
    { type: 'skipped', about: 'the addresses in your application', sentence },
  ])
})

test('an address with a slash at its end is wrong, because paths are appended to it', async () => {
  const text = right('VITE_TELLTALE_').replace('SERVICES=http://127.0.0.1:4801', 'SERVICES=http://127.0.0.1:4801/')
  expect(await checkVariables({ '.env.development': text }, services)).toMatchObject([
    {
      type: 'wrong',
      sentence:
        'VITE_TELLTALE_SERVICES is http://127.0.0.1:4801/ in .env.development. It should be http://127.0.0.1:4801.',
    },
  ])
})

test('a variable with a typing error in its name is wrong', async () => {
  const text = right('VITE_TELLTALE_').replace('PROMOTION', 'PROMOTON')
  expect(await checkVariables({ '.env.development': text }, services)).toMatchObject([
    {
      type: 'wrong',
      sentence: 'VITE_TELLTALE_PROMOTON in .env.development has no effect. Did you mean VITE_TELLTALE_PROMOTION?',
    },
  ])
})

test.each([['.env'], ['.env.local']])('of %s, it is said that production builds read it, too', async (file) => {
  expect(await checkVariables({ [file]: right('VITE_TELLTALE_') }, services)).toEqual([
    { type: 'ok', about: ADDRESSES_OF_APPLICATION, sentence: `${file} has those of these services.` },
    {
      type: 'hint',
      about: ADDRESSES_OF_APPLICATION,
      sentence: `Production builds read ${file}, too: move these values to .env.development, unless those builds are for this machine.`,
    },
  ])
})
