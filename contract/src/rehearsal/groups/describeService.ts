import { describe, expect, it } from 'vitest'
import { capabilities } from '../../protocol/capabilities.ts'
import { USER, type RehearsalBench } from '../rehearsalBench.ts'

/** The REST front itself. */
export function describeService(bench: RehearsalBench) {
  const send = (method: string, path: string, body?: string) =>
    fetch(bench.service.url + path, { method, ...(body !== undefined && { body }) })

  describe('the test service', () => {
    it('says what it can do', async () => {
      const answer = (await (await send('GET', '/')).json()) as { name: string; capabilities: string[] }
      expect(answer.name).toMatch(/^telltale-/)
      expect(answer.capabilities).toEqual(capabilities)
    })

    it.each(['', '{', '[]', '{}', '{"configuration":{}}'])('refuses to make a client of %s', async (body) => {
      expect((await send('POST', '/', body)).status).toBe(400)
    })

    it('knows no client that was never made, and none that was closed', async () => {
      expect((await send('POST', '/clients/999999', '{"command":"evaluateAll"}')).status).toBe(404)
      const client = await bench.open()
      expect(await client.close()).toBe(200)
      expect(await client.close()).toBe(404)
    })

    it('refuses a command that is none, and one without its parameters', async () => {
      const client = await bench.open()
      await expect(client.run({ command: 'dance' })).rejects.toThrow(/400/)
      await expect(client.run({ command: 'evaluate' })).rejects.toThrow(/400/)
    })

    it('says that a client has failed, unless it may', async () => {
      const own = bench.services({})
      const refused = bench.server.endpoint(({ response }) => void response.writeHead(401).end())
      const config = {
        credential: 'refused',
        polling: { baseUri: refused.url },
        clientSide: { initialContext: USER },
      }
      await expect(bench.openWith(config, own)).rejects.toThrow(/500/)
      const client = await bench.openWith({ ...config, initCanFail: true }, own)
      expect(await client.evaluate({ flagKey: 'flag', defaultValue: 'd' })).toEqual({ value: 'd' })
    })
  })
}
