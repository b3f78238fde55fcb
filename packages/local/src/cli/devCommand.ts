import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFaults, type Fault } from '../faults/fault.ts'
import { guideFile } from '../init/guideFile.ts'
import { levelValues } from '../project/levelValues.ts'
import { projectIn } from '../init/project.ts'
import { scriptNames } from '../init/scriptNames.ts'
import { readVariableFiles, variablesOf } from '../project/variables.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { isLoopbackHost } from '../server/guard.ts'
import { readFlagsFile } from '../flags/flagsFile.ts'
import { readUsersFile } from '../users/usersFile.ts'
import { startServices, type LocalServices } from '../startServices.ts'
import { addressAtPort, publishAddress } from './devAddress.ts'
import { linesToPaste } from './linesToPaste.ts'
import { oneLine } from './oneLine.ts'
import { openConsole } from './openConsole.ts'
import { execCommand, packageManagerIn, runCommand } from '../project/packageManager.ts'
import { starterFiles, type StarterFiles } from '../project/starterFiles.ts'
import { outcome, readOptions, type Command, type Terminal } from './terminal.ts'

const HELP = `Usage: telltale dev [options]

Starts who-am-i, the flag service, the collector, stand-ins for vendors and the console on this machine.
Creates telltale/flags.json and telltale/users.json in a project that has none.

Options:
  --port <number>             Port to listen on; the next free one if it is taken (4801)
  --strict-port               Fail if the port is taken
  --host <address>            Address to listen on; other machines can reach any but 127.0.0.1 (127.0.0.1)
  --data <where>              Events: a file, :memory:, or postgres://… (.telltale/collected.db)
  --flags <file>              Flags, in the vendor's server-side JSON (telltale/flags.json)
  --users <file>              Users who can be signed in (telltale/users.json)
  --faults <file>             Faults that are set at the start, as JSON: a list as the console sends it
  --max-delivery-bytes <n>    The collector answers 413 to a larger delivery (5242880)
  --max-deliveries <n>        The collector answers 429 to more deliveries within a second (no limit)
  --no-open                   Do not open a browser
  --help                      Show this

Exit codes: 0 stopped by a signal, 1 failed, with the reason, 2 invalid arguments.
`

/** Of services whose events are in a database. */
const VERSIONS_FILE = '.telltale/versions.db'

const OPTIONS = {
  port: { type: 'string', default: '4801' },
  'strict-port': { type: 'boolean', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: '.telltale/collected.db' },
  flags: { type: 'string' },
  users: { type: 'string' },
  faults: { type: 'string' },
  'max-delivery-bytes': { type: 'string' },
  'max-deliveries': { type: 'string' },
  'no-open': { type: 'boolean', default: false },
} as const

/** Runs the services until the process receives a signal to end. */
export const devCommand: Command = async (args, terminal) => {
  const values = readOptions(args, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  const wrong = (sentence: string) => outcome.wrong(terminal, sentence, HELP)
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) return wrong('--port must be a number from 0 to 65535.')
  const [maxBytes, maxPerSecond] = [values['max-delivery-bytes'], values['max-deliveries']]
  for (const [name, value] of Object.entries({ '--max-delivery-bytes': maxBytes, '--max-deliveries': maxPerSecond }))
    if (value !== undefined && !/^[1-9]\d*$/.test(value)) return wrong(`${name} must be a whole number of at least 1.`)

  const log = (line: string) => terminal.err(`${time()} ${oneLine(line)}\n`)
  try {
    const running = await addressAtPort(terminal.cwd, port)
    if (running !== undefined && values['strict-port'])
      throw new Error(`The services of this project are running already, at ${running}. Use them, or end them first.`)
    if (running !== undefined) log(`Other services of this project are running at ${running}.`)
    const files = await filesOf(values, terminal)
    if (files.made.length > 0) log(`Made ${files.made.join(' and ')}: change them as you like.`)
    const faults = values.faults === undefined ? [] : await faultsOf(values.faults)
    const services = await startServices({
      port,
      isStrictPort: values['strict-port'],
      commandWith: await servicesCommand(terminal.cwd),
      host: values.host,
      data: values.data,
      ...(values.data.includes('://') && { versionsFile: VERSIONS_FILE }),
      flagsFile: files.flagsFile,
      usersFile: files.usersFile,
      metricsFile: files.metricsFile,
      faults,
      collectorLimits: {
        ...(maxBytes !== undefined && { maxBytes: Number(maxBytes) }),
        ...(maxPerSecond !== undefined && { maxPerSecond: Number(maxPerSecond) }),
      },
      log,
    })
    // Not earlier: until the services run, the signal itself may end the process.
    const toldToEnd = new Promise<void>((ended) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended())
    })
    if (!isLoopbackHost(services.url.replace(/^http:\/\//, '')) || values.host === '0.0.0.0' || values.host === '::')
      log(
        `Other machines can reach these services at ${values.host}, and change flags and read events without a password.`,
      )
    if (faults.length > 0)
      log(`Broken on purpose: ${faults.map(({ route, kind }) => `${route} (${kind.type})`).join(', ')}.`)
    const takeAddress = await publishAddress(terminal.cwd, services.url)
    await greet(services, files, terminal)
    const problem = values['no-open'] ? undefined : await openConsole(services.url, terminal)
    if (problem !== undefined) log(problem)
    await toldToEnd
    await takeAddress()
    await services.close()
    return 0
  } catch (error) {
    return outcome.failed(terminal, error instanceof Error ? error.message : String(error))
  }
}

async function greet(
  { url }: LocalServices,
  { flagsFile, usersFile }: StarterFiles,
  terminal: Terminal,
): Promise<void> {
  const flags = readFlagsFile(await readFile(flagsFile, 'utf8'))
  const [clientSideId = ''] = flags.outcome === 'ok' ? [...flags.value.environments.keys()] : []
  const users = readUsersFile(await readFile(usersFile, 'utf8'))
  const token = (users.outcome === 'ok' && users.value[0]?.token) || 'add a user under People'
  const use =
    (await usesOf(terminal.cwd, url, clientSideId)) ??
    `A module of your application that uses them, for development only: the addresses of production are others.

${linesToPaste({ url, clientSideId, token }).trimEnd()}`
  terminal.out(`
Telltale's services and console: ${url}

${use}

${execCommand(await packageManagerIn(terminal.cwd), 'telltale doctor')} checks them from outside. Ctrl-C ends them.
`)
}

/** How the application uses the services: the module that creates the layer, and its addresses; or else the guide for Next.js. */
async function usesOf(cwd: string, url: string, clientSideId: string): Promise<string | undefined> {
  const project = await projectIn(cwd)
  if (typeof project === 'string') return undefined
  if (project.layer === undefined && project.framework === 'next')
    return `${execCommand(project.packageManager, 'telltale init')} sets up your application. The guide for Next.js passes the settings to the provider, with the flags of the user from the server: ${guideFile('next')}. The client-side id is ${clientSideId}.`
  if (project.layer === undefined) return undefined
  const subject = `${project.layer} creates the layer of your application`
  const services = variablesOf(await readVariableFiles(cwd), project.framework).get(
    `${levelValues(project.framework).prefix}SERVICES`,
  )
  if (services === undefined) return `${subject}. Its addresses must be those of ${url}.`
  return services.value === url
    ? `${subject}, with the addresses in ${services.file}.`
    : `${subject}. Its addresses are in ${services.file}, and differ: change them to ${url}.`
}

/** The script of this project that starts the services, as its package manager runs it. */
async function servicesCommand(cwd: string): Promise<(args: string) => string> {
  const manifest = parseJson(await readFile(join(cwd, 'package.json'), 'utf8').catch(() => ''))
  const { scripts } = manifest.outcome === 'ok' && isRecord(manifest.value) ? manifest.value : {}
  const manager = await packageManagerIn(cwd)
  return (args) => runCommand(manager, scriptNames(scripts).services, args)
}

/** Files that are named must exist. Others are found or created. */
async function filesOf(named: { flags?: string; users?: string }, { cwd }: Terminal): Promise<StarterFiles> {
  return starterFiles(cwd, named).catch((error: Error) => {
    throw new Error(`The folder telltale cannot be made: ${error.message}. Give --flags and --users instead.`)
  })
}

async function faultsOf(path: string): Promise<readonly Fault[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}.`)
  })
  const json = parseJson(text)
  const faults = json.outcome === 'ok' ? readFaults(json.value) : json
  if (faults.outcome === 'invalid') throw new Error(`${path} cannot be used. ${faults.problems.join(' ')}`)
  return faults.value
}

function time(): string {
  return new Date().toTimeString().slice(0, 8)
}
