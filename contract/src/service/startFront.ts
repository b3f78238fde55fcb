import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { Answer, Clients } from '../clients/createClients.ts'
import { listen, type Listening } from '../listen.ts'
import { capabilities } from '../protocol/capabilities.ts'
import type { Command } from '../protocol/command.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'

/** Starts the REST service that the vendor's harness talks to, wherever the clients run. */
export async function startFront(name: string, clients: Clients): Promise<Listening> {
  let lastId = 0
  const app = new Hono()

  app.get('/', (c) => c.json({ name, capabilities }))
  app.post('/', async (c) => {
    const { configuration } = await c.req.json<{ configuration: SdkConfig }>()
    const id = (lastId += 1)
    c.header('location', `/clients/${id}`)
    return reply(c, await clients.open(id, configuration))
  })
  app.post('/clients/:id', async (c) => reply(c, await clients.run(idOf(c), await c.req.json<Command>())))
  app.delete('/clients/:id', async (c) => reply(c, await clients.close(idOf(c))))
  app.onError((error, c) => c.text(String(error), 500))

  return listen(getRequestListener(app.fetch))
}

const idOf = (c: Context) => Number(c.req.param('id'))

const reply = (c: Context, { status, result, message }: Answer) =>
  result ? c.json(result, status) : c.text(message ?? '', status)
