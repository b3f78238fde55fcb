import { describe, expect, test } from 'vitest'
import { developmentModule } from './developmentSignIn.ts'
import { layerModule } from './layerModule.ts'
import type { Project } from './project.ts'

const project: Project = {
  folder: '/',
  name: 'Desk',
  framework: 'vite',
  language: 'js',
  view: 'none',
  hasZod: false,
  hasJestConfig: false,
  hasJestTypes: false,
  packageManager: 'npm',
  isTelltaleInstalled: true,
  source: 'src',
  modules: [],
  scripts: { services: 'services', flags: 'flags' },
  vendors: { launchDarkly: false, segment: false, datadog: false, heap: false, intercom: false },
}
const ADA = { identity: { unique_identity: 'first:1' } }
const BEN = { identity: { unique_identity: 'second:2' } }

/**
 * Runs the module that init writes, in a page in development. Each answer is that of one request: the users, or `undefined` if
 * nothing listens, or `busy` if the status is not that of a success.
 */
async function load(
  services: string | undefined,
  answers: readonly (readonly object[] | 'busy' | undefined)[],
  search = '',
  others: Readonly<Record<string, string>> = {
    CLIENT_SIDE_ID: 'desk-local',
    COLLECTOR: 'http://127.0.0.1:4801/collect',
  },
) {
  const text = (developmentModule(project) + layerModule(project, 'desk-local'))
    .replace(/^import .*$/gm, '')
    .replaceAll('export ', '')
    .replaceAll('import.meta.env.', 'env.')
  const [warnings, requests, users, waits]: [string[], string[], unknown[], number[]] = [[], [], [], []]
  const stored = new Map<string, string>()
  let person: () => unknown = () => undefined
  const page: Record<string, unknown> = {
    env: {
      DEV: true,
      VITE_TELLTALE_SERVICES: services,
      VITE_TELLTALE_CLIENT_SIDE_ID: others['CLIENT_SIDE_ID'],
      VITE_TELLTALE_COLLECTOR: others['COLLECTOR'],
    },
    window: {},
    location: { search },
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
    },
    console: { warn: (sentence: string) => void warnings.push(sentence) },
    fetch: async (url: string) => {
      const answer = answers[requests.push(url) - 1]
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return { ok: answer !== 'busy', json: async () => answer }
    },
    setTimeout: (run: () => void, ms: number) => {
      waits.push(ms)
      users.push(person())
      if (requests.length < answers.length) run()
    },
    createTelltale: (settings: { identity: { person: () => unknown } }) => {
      person = settings.identity.person
      return { identity: { refresh: () => void users.push(person()) } }
    },
    launchDarkly: () => ({}),
    collector: () => ({}),
    consoleLink: () => ({}),
    inspector: () => ({}),
    flags: {},
  }
  new Function(...Object.keys(page), text)(...Object.values(page))
  await new Promise((resolve) => setTimeout(resolve))
  return { warnings, requests, users, waits }
}

describe('the user for development in the module that telltale init writes', () => {
  test('is the first one, or the one whom a link of the console names', async () => {
    const services = 'http://127.0.0.1:4801'
    expect(await load(services, [[ADA, BEN]])).toMatchObject({ users: [ADA.identity], warnings: [] })
    expect(await load(services, [[ADA, BEN]], '?as=second:2')).toMatchObject({ users: [BEN.identity] })
  })

  test('is signed out where the address of the services is not set, with a warning and without a request', async () => {
    expect(await load(undefined, [[ADA]])).toEqual({
      warnings: [
        'VITE_TELLTALE_SERVICES is not set, so no user is signed in. Check .env.development, which telltale init writes.',
      ],
      requests: [],
      users: [null],
      waits: [],
    })
  })

  test('is unknown until the local services answer, with one warning', async () => {
    expect(await load('http://127.0.0.1:4801', [undefined, undefined, [ADA]])).toEqual({
      warnings: [
        'The local services do not answer at http://127.0.0.1:4801/local/users: check .env.development, and run npm run services. Until then, it is not known who is signed in.',
      ],
      requests: Array(3).fill('http://127.0.0.1:4801/local/users'),
      users: [undefined, undefined, ADA.identity],
      waits: [3000, 3000],
    })
  })

  test('is unknown while something else answers at that address', async () => {
    const { users } = await load('http://127.0.0.1:4801', ['busy', [ADA]])
    expect(users).toEqual([undefined, ADA.identity])
  })

  test('each part that is off because its variable is not set has a warning', async () => {
    expect((await load('http://127.0.0.1:4801', [[ADA]], '', {})).warnings).toEqual([
      'VITE_TELLTALE_CLIENT_SIDE_ID is not set, so flags have their defaults. Check .env.development, which telltale init writes.',
      'VITE_TELLTALE_COLLECTOR is not set, so no event is sent. Check .env.development, which telltale init writes.',
    ])
  })

  test('is null when the services have no users', async () => {
    expect(await load('http://127.0.0.1:4801', [[]])).toMatchObject({ users: [null], warnings: [] })
  })
})
