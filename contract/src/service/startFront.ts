import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clients, Outcome } from '../clients/createClients.ts'
import { capabilities } from '../protocol/capabilities.ts'
import type { Command } from '../protocol/command.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'

export interface Service {
  /** Without a slash at the end: the harness puts the paths behind it. */
  readonly url: string
  close(): Promise<void>
}

const STATUS = { done: 200, wrong: 400, failed: 500, unknown: 404 } satisfies Record<Outcome['type'], number>

class BadRequest extends Error {}

/** The REST front of the test service: what the vendor's harness speaks with, wherever the clients are. */
export async function startFront(name: string, clients: Clients): Promise<Service> {
  let lastId = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method, url = '/' } = request
    if (url === '/') return root(method, request, response)
    const id = Number(/^\/clients\/(\d+)$/.exec(url)?.[1])
    if (!id) return reply(response, { type: 'unknown' })
    if (method === 'DELETE') return reply(response, await clients.close(id))
    if (method === 'POST') return reply(response, await clients.run(id, commandIn(await bodyOf(request))))
    return reply(response, { type: 'wrong', message: `${method} is not for a client.` })
  }

  async function root(method: string | undefined, request: IncomingMessage, response: ServerResponse) {
    if (method === 'GET') return reply(response, { type: 'done', result: { name, capabilities } })
    if (method === 'DELETE') {
      reply(response, { type: 'done' })
      return void server.close()
    }
    if (method !== 'POST') return reply(response, { type: 'wrong', message: `${method} is not for the service.` })
    const config = configIn(await bodyOf(request))
    lastId += 1
    const id = lastId
    const outcome = await clients.open(id, config)
    if (outcome.type === 'done') response.setHeader('location', `/clients/${id}`)
    return reply(response, outcome)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) =>
      reply(response, { type: error instanceof BadRequest ? 'wrong' : 'failed', message: String(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, outcome: Outcome) {
  response.statusCode = STATUS[outcome.type]
  if (outcome.type === 'done' && outcome.result) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(outcome.result))
  } else response.end('message' in outcome ? outcome.message : undefined)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new BadRequest('The body is no JSON object.')
}

function configIn({ configuration }: Record<string, unknown>): SdkConfig {
  const config = configuration as SdkConfig | null | undefined
  if (typeof config !== 'object' || typeof config?.credential !== 'string')
    throw new BadRequest('The configuration or its credential is missing.')
  return config
}

function commandIn(body: Record<string, unknown>): Command {
  if (typeof body['command'] !== 'string') throw new BadRequest('The command is missing.')
  return body as unknown as Command
}
