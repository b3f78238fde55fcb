import { expect, test } from 'vitest'
import { checkVariables } from './checkVariables.ts'

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

test.each([
  [{}, 'There is no .env.development in this project.'],
  [{ '.env.development': 'SECRET=s3cr3t' }, '.env.development has no variables of Telltale.'],
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
