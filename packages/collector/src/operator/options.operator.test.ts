import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operate } from './operatedCollector.ts'
import type { OptionCase, Run } from './optionCase.ts'
import { createRun, FILES, FREE_PORT, OPTIONS } from './optionTable.ts'
import { placeForTests } from './place.ts'
import { plainEnvironment, telltaleCollector } from './runProgram.ts'

const path = placeForTests()
let runs = 0
const LINE = ['--port', '0', '--host', '127.0.0.1']

const ALL = OPTIONS.map((option) => [option.name, option] as const)

/** How an option is set. Each answers with arguments and variables. */
const WAYS: Readonly<Record<string, (option: OptionCase, folder: string) => Omit<Way, 'folder'>>> = {
  'an argument': ({ name, value }) => ({
    args: [value].flat().flatMap((each) => (each === true ? [`--${name}`] : [`--${name}`, String(each)])),
  }),
  'the environment': ({ name, value }) => ({ env: { [variableOf(name)]: [value].flat().join() } }),
  'a configuration file': ({ name, value }, folder) => {
    writeFileSync(join(folder, 'collector.json'), JSON.stringify({ [keyOf(name)]: value }))
    return { args: ['--config', 'collector.json'] }
  },
}

const variableOf = (name: string) => `TELLTALE_COLLECTOR_${name.toUpperCase().replaceAll('-', '_')}`
const keyOf = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

describe.each(Object.entries(WAYS))('by %s', (_how, way) => {
  it.each(ALL)('--%s has its effect', async (_, option) => {
    const folder = freshFolder()
    await option.expects(await runWith(option, { folder, ...way(option, folder) }))
  })
})

// What an expectation is worth: it is not fulfilled by any collector.
it.each(ALL)('without --%s, there is no such effect', async (_, option) => {
  await expect(runWith(option, { folder: freshFolder() }).then((run) => option.expects(run))).rejects.toThrow()
})

const WRONG = OPTIONS.flatMap((option) =>
  option.wrong === undefined ? [] : [[option.name, { ...option, value: option.wrong }] as const],
)

// A variable without a value is one that is not set.
describe.each(Object.entries(WAYS))('by %s', (how, way) => {
  it.each(WRONG.filter(([, { value }]) => value !== '' || how !== 'the environment'))(
    '--%s with a wrong value ends the start with 1 and a sentence that names it',
    (name, option) => {
      const folder = freshFolder()
      const { args = [], env = {} } = way(option, folder)
      const given = option.value === '' && args.length === 2 && how === 'an argument' ? [`--${name}=`] : args
      const said = telltaleCollector([...LINE, ...given], { cwd: folder, env: { ...plainEnvironment(), ...env } })
      expect(said).toMatchObject({ code: 1, out: '' })
      expect(said.error.replaceAll('\n', ' ')).toMatch(new RegExp(`${name}|${keyOf(name)}`))
    },
  )
})

interface Way {
  readonly folder: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

async function runWith({ name, beside = [] }: OptionCase, { folder, args = [], env = {} }: Way): Promise<Run> {
  const isGiven = args.length > 0 || Object.keys(env).length > 0
  const others = [
    ...(name === 'store' && isGiven ? [] : ['--store', 'events.db']),
    ...((name === 'port' && isGiven) || beside.includes('--port') ? [] : ['--port', '0']),
    ...(name === 'host' && isGiven ? [] : ['--host', '127.0.0.1']),
    ...beside,
  ]
  const port = (name === 'port' && isGiven) || name === 'log-level' ? { port: FREE_PORT } : {}
  // An admin token in the environment would hide that of a file.
  const token = name === 'admin-token' && isGiven ? { TELLTALE_COLLECTOR_ADMIN_TOKEN: '' } : {}
  // Of these two, health is not asked at 127.0.0.1, or not before there is a broker.
  const when = name === 'host' || name === 'kafka' ? 'later' : 'listening'
  const options = { args: [...others, ...args], env: { ...token, ...env }, cwd: folder, ...port }
  const collector = await operate(options, when)
  if (name === 'host') await Promise.race([expect.poll(() => collector.port()).toBeGreaterThan(0), collector.ended])
  return createRun({ collector, path: (one) => join(folder, one), file: join(folder, 'events.db') })
}

it('this table has every option of --help', () => {
  const { out } = telltaleCollector(['--help'])
  const listed = [...out.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name)
  const ending = ['version', 'help', 'config']
  expect(listed.filter((name) => !ending.includes(name ?? '')).sort()).toEqual(OPTIONS.map(({ name }) => name).sort())
})

/** Files of the three ways are named for them, and the one that is there says what has won. */
const wonBy = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'collector.json'), JSON.stringify({ store: 'file.db', origin: ['https://file.example'] }))
  const collector = await operate({ args: [...LINE, ...args], env, cwd: folder })
  const may = async (origin: string) => {
    const asked = { method: 'OPTIONS', headers: { origin } }
    const { headers } = await fetch(`http://127.0.0.1:${collector.port()}/collect`, asked)
    return headers.get('access-control-allow-origin') === origin
  }
  const origins = ['https://argument.example', 'https://environment.example', 'https://file.example']
  const allowed = await Promise.all(origins.map(may))
  const stores = readdirSync(folder).filter((name) => name.endsWith('.db'))
  return { stores, origins: origins.filter((_, index) => allowed[index]) }
}

const ARGUMENTS = ['--store', 'argument.db', '--origin', 'https://argument.example']
const VARIABLES = {
  TELLTALE_COLLECTOR_STORE: 'environment.db',
  TELLTALE_COLLECTOR_ORIGIN: 'https://environment.example',
}

describe('an option that is set twice', () => {
  it('is what the argument says, and not the environment', async () => {
    const expected = { stores: ['argument.db'], origins: ['https://argument.example'] }
    expect(await wonBy(ARGUMENTS, VARIABLES)).toEqual(expected)
  })

  it('is what the argument says, and not the configuration file', async () => {
    const expected = { stores: ['argument.db'], origins: ['https://argument.example'] }
    expect(await wonBy([...ARGUMENTS, '--config', 'collector.json'], {})).toEqual(expected)
  })

  it('is what the environment says, and not the configuration file', async () => {
    const expected = { stores: ['environment.db'], origins: ['https://environment.example'] }
    expect(await wonBy(['--config', 'collector.json'], VARIABLES)).toEqual(expected)
  })

  it('is what the configuration file says when the variables are empty', async () => {
    const empty = { TELLTALE_COLLECTOR_STORE: '', TELLTALE_COLLECTOR_ORIGIN: '' }
    const expected = { stores: ['file.db'], origins: ['https://file.example'] }
    expect(await wonBy(['--config', 'collector.json'], empty)).toEqual(expected)
  })
})

function freshFolder(): string {
  const folder = path(`run-${(runs += 1)}`)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  return folder
}
