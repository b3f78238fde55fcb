import { dirname } from 'node:path'
import { checkClock } from '../doctor/checkClock.ts'
import { checkCollector } from '../doctor/checkCollector.ts'
import { checkFiles } from '../doctor/checkFiles.ts'
import { checkFlagEvents, checkFlags } from '../doctor/checkFlags.ts'
import { checkIdentity } from '../doctor/checkIdentity.ts'
import { checkSdkKey } from '../doctor/checkSdkKey.ts'
import { checkStream } from '../doctor/checkStream.ts'
import { ADDRESSES_OF_APPLICATION, checkVariables } from '../doctor/checkVariables.ts'
import { findingsAbout, type Finding } from '../doctor/finding.ts'
import { sendRequest } from '../doctor/sendRequest.ts'
import { frameworkOf, readVariableFiles, type VariableFiles } from '../project/variables.ts'
import { findAddress } from './devAddress.ts'
import { isHttpUrl } from './isHttpUrl.ts'
import { oneLine } from './oneLine.ts'
import { execCommand, packageManagerIn } from '../project/packageManager.ts'
import { outcome, readOptions, type Command } from './terminal.ts'

const HELP = `Usage: telltale doctor [options]

Sends the requests that a page would send to running services, and explains what is wrong. Without options, checks the
local services that telltale dev started in this project, whether the environment files of the
application, such as .env.development, have their addresses, and the files telltale/flags.json and telltale/users.json.

Options:
  --url <url>                All services at one address, as telltale dev prints it (the services that run in this project)
  --base-url <url>           The flag service: polls ...
  --stream-url <url>         ... streams ...
  --events-url <url>         ... and events
  --client-side-id <id>      The environment (the first of telltale/flags.json)
  --api <url>                The reporting API's base of one promotion level, for who-am-i
  --project <id>             The analytics project in its address, where there is one
  --collector <url>          Where batches are posted
  --origin <origin>          The origin of the application's pages (http://localhost:3000)
  --stay <seconds>           How long the stream has to stay open (3)
  --timeout <seconds>        How long an answer may take (10)
  --json                     Findings as JSON
  --help                     Show this

TELLTALE_TOKEN and TELLTALE_ID_TOKEN in the environment are the tokens of the user that who-am-i is asked about. They are
sent to the address of --api only, and never printed. An application that sets identity.person, or calls identify, does not
ask who-am-i, and needs no token.

Exit codes: 0 no problem found, 1 a problem was found, 2 invalid arguments.
`

const OPTIONS = {
  url: { type: 'string' },
  'base-url': { type: 'string' },
  'stream-url': { type: 'string' },
  'events-url': { type: 'string' },
  'client-side-id': { type: 'string' },
  api: { type: 'string' },
  project: { type: 'string' },
  collector: { type: 'string' },
  origin: { type: 'string', default: 'http://localhost:3000' },
  stay: { type: 'string', default: '3' },
  timeout: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
} as const

const ADDRESSES = ['url', 'base-url', 'stream-url', 'events-url', 'api', 'collector', 'origin'] as const
/** Options that say more about an address, and have no effect without it. */
const COMPLETIONS = [
  ['stream-url', 'base-url'],
  ['events-url', 'base-url'],
  ['project', 'api'],
] as const
const SUBJECTS = ['flags', 'who-am-i', 'collector']
const notRunning = (start: string) =>
  `No services of this project are running: start them with ${start}, or name what to check, for example with --url.`

export const doctorCommand: Command = async (args, terminal) => {
  const values = readOptions(args, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  for (const name of ADDRESSES)
    if (values[name] !== undefined && !isHttpUrl(values[name]))
      return outcome.wrong(terminal, `--${name} must be a URL that begins with http:// or https://.`, HELP)
  for (const name of ['stay', 'timeout'] as const)
    if (!(Number(values[name]) > 0 && Number(values[name]) <= 600))
      return outcome.wrong(terminal, `--${name} must be a number of seconds up to 600.`, HELP)

  const at = (url: string | undefined) => url?.replace(/\/+$/, '')
  const isNamed = [values['base-url'], values.api, values.collector].some((url) => url !== undefined)
  const all = at(values.url) ?? (isNamed ? undefined : await findAddress(terminal.cwd))
  // Services at the usual address may be those of another project.
  const { environments, brokenFlags, findings: ofFiles } = await checkFiles(terminal.cwd)
  if (all === undefined && !isNamed) {
    const sentence = notRunning(execCommand(await packageManagerIn(terminal.cwd), 'telltale dev'))
    return outcome.failed(terminal, brokenFlags ? `${brokenFlags} ${sentence}` : sentence)
  }
  for (const [name, address] of COMPLETIONS)
    if (values[name] !== undefined && all === undefined && values[address] === undefined)
      return outcome.wrong(terminal, `--${name} has no effect without --${address}.`, HELP)
  const baseUrl = at(values['base-url']) ?? all
  const api = at(values.api) ?? (all && `${all}/api/sandbox`)
  const collector = values.collector ?? (all && `${all}/collect`)
  const origin = new URL(values.origin).origin
  const clientSideId = values['client-side-id'] ?? environments[0]
  const patience = { timeoutMs: Number(values.timeout) * 1000 }

  // Services that are named one by one may be those of production, which the files for development are not about.
  const isOfProject = all !== undefined && baseUrl !== undefined && collector !== undefined
  const findings: Finding[] = isOfProject ? [...ofFiles] : []
  if (baseUrl !== undefined && clientSideId === undefined)
    findings.push(withoutClientSideId(isOfProject ? brokenFlags : undefined))
  if (baseUrl !== undefined && clientSideId !== undefined) {
    const [streamUrl, eventsUrl] = [at(values['stream-url']) ?? baseUrl, at(values['events-url']) ?? baseUrl]
    const flags = { baseUrl, eventsUrl, clientSideId, origin }
    const stream = { streamUrl, clientSideId, origin, openMs: Number(values.stay) * 1000 }
    findings.push(...(await checkFlags(flags, patience)))
    findings.push(...(await checkStream(stream, patience)))
    findings.push(...(await checkFlagEvents(flags, patience)))
    findings.push(...(await checkSdkKey(terminal.cwd)))
  }
  if (api !== undefined) {
    const tokens = { token: terminal.env['TELLTALE_TOKEN'], idToken: terminal.env['TELLTALE_ID_TOKEN'] }
    findings.push(...(await checkIdentity({ api, project: values.project, origin, ...tokens }, patience)))
  }
  if (collector !== undefined) findings.push(...(await checkCollector({ url: collector, origin }, patience)))
  findings.push(...(await checkClock(baseUrl ?? api ?? collector ?? '', patience)))

  if (isOfProject) {
    const clientSideIds = [values['client-side-id'] ?? [], environments].flat()
    const files = await variableFiles(terminal.cwd)
    const answers = async (url: string) =>
      isHttpUrl(url) && (await sendRequest(url, {}, patience)).outcome === 'answered'
    const expected = { services: baseUrl, clientSideIds, collector, ...(values.url !== undefined && { answers }) }
    findings.push(...(await checkVariables(files, expected)))
  }

  const isWell = findings.every(({ type }) => type !== 'wrong')
  terminal.out(values.json ? `${JSON.stringify(findings, null, 2)}\n` : report(findings, isWell))
  return isWell ? 0 : 1
}

function withoutClientSideId(brokenFlags: string | undefined): Finding {
  const { wrong, skipped } = findingsAbout('flags')
  return brokenFlags === undefined
    ? wrong('No client-side id: name one with --client-side-id.')
    : skipped('flags.json cannot be used, so the client-side id is not known. Correct it, or use --client-side-id.')
}

function report(findings: readonly Finding[], isWell: boolean): string {
  const marks = { ok: 'ok     ', wrong: 'WRONG  ', hint: 'hint   ', skipped: 'skipped' }
  const lines = findings.map(({ type, about, sentence }) => `${marks[type]}  ${oneLine(`${about}: ${sentence}`)}`)
  const wrong = findings.filter(({ type }) => type === 'wrong').length
  const result = `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`
  const missing = notChecked(findings)
  if (missing) return print(`${isWell ? 'All that was checked is well' : result}; ${missing}.`)
  return print(isWell ? 'All is well.' : `${result}.`)

  function print(end: string) {
    return `${[...lines, '', end].join('\n')}\n`
  }
}

/** Names what was skipped or not requested; `undefined` if nothing was. */
function notChecked(findings: readonly Finding[]): string | undefined {
  const checked = new Set(findings.filter(({ type }) => type !== 'skipped').map(({ about }) => about))
  const all = new Set([...SUBJECTS, ...findings.map(({ about }) => about)])
  const missing = [...all].filter((about) => !checked.has(about))
  if (missing.length === 0) return undefined
  const list = new Intl.ListFormat('en').format(missing)
  const isOne = missing.length === 1 && missing[0] !== ADDRESSES_OF_APPLICATION
  return `${list} ${isOne ? 'was' : 'were'} not checked`
}

/** The files of variables in the nearest folder whose files have some of Telltale, or else in the nearest that has such files. */
async function variableFiles(cwd: string): Promise<VariableFiles> {
  let nearest: VariableFiles = {}
  for (let folder = cwd; ; folder = dirname(folder)) {
    const files = await readVariableFiles(folder)
    if (frameworkOf(files) !== undefined) return files
    if (Object.keys(nearest).length === 0) nearest = files
    if (folder === dirname(folder)) return nearest
  }
}
