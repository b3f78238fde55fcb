import type { Finding } from '../doctor/finding.ts'
import { findAddress } from './devAddress.ts'
import { doctorCommand } from './doctorCommand.ts'
import { outcome, readOptions, type Command, type Terminal } from './terminal.ts'

const HELP = `Usage: telltale mcp [options]

A server of the Model Context Protocol over stdin and stdout, for coding agents. It has running local services as tools:
events, flags and why a person has a value, problems, missing events and experiments. The services may start later.

Options:
  --url <url>      The local services, as telltale dev prints the address (the services that run in this project). The
                   address has to be of this machine
  --allow-changes  Also offer tools that change flags.json and users.json
  --help           Show this

Exit codes: 0 the agent has closed stdin, 2 invalid arguments.
`

const OPTIONS = { url: { type: 'string' }, 'allow-changes': { type: 'boolean', default: false } } as const

export const mcpCommand: Command = async (args, terminal) => {
  const values = readOptions(args, OPTIONS, { terminal, help: HELP })
  if (typeof values === 'number') return values
  // Loaded here, because no other command needs it.
  const { createMcpServer, isLoopbackUrl, StdioServerTransport } = await import('../mcp/stdioServer.ts')
  const { url } = values
  if (url !== undefined && !isLoopbackUrl(url))
    return outcome.wrong(terminal, '--url must be an address of this machine, such as http://127.0.0.1:4801.', HELP)
  const server = createMcpServer({
    findServices: async () => url ?? findAddress(terminal.cwd),
    checkProject: (at) => findingsOf(at, terminal),
    allowChanges: values['allow-changes'],
  })
  if (terminal.confirm) terminal.err('telltale: This waits for a coding agent on stdin. Ctrl-C ends it.\n')
  const ended = new Promise((resolve) => process.stdin.once('close', resolve))
  await server.connect(new StdioServerTransport())
  await ended
  return 0
}

/** What `telltale doctor` finds. It has to be done before a call of a tool is too late. */
async function findingsOf(url: string, terminal: Terminal): Promise<readonly Finding[]> {
  let out = ''
  const quiet = { ...terminal, env: {}, out: (text: string) => void (out += text), err: () => undefined }
  await doctorCommand(['--json', '--url', url, '--stay', '0.3', '--timeout', '2'], quiet)
  return JSON.parse(out) as readonly Finding[]
}
