import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** @typedef {{ method: string | undefined, path: string | undefined, host: string, headers: import('node:http').IncomingHttpHeaders, body: string }} Arrived */

/**
 * A service to which a proxy passes requests: it notes what arrives, and answers as it is told. Of a path with `/eval/`, the answer is
 * a stream that stays open.
 *
 * @param {{ key: Buffer, cert: Buffer }} certificate for localhost
 */
export async function startUpstream(certificate) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const streams = new Set()
  /** @type {Arrived[]} */
  const requests = []
  const answer = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}', inChunks: true }

  const server = createServer(certificate, async (request, response) => {
    const { method, url: path, headers, socket } = request
    // The name by which the proxy has asked for a certificate.
    const host = String('servername' in socket && socket.servername)
    requests.push({ method, path, host, headers, body: (await buffer(request)).toString('base64') })
    if (!path?.includes('/eval/')) return response.writeHead(answer.status, answer.headers).end(answer.body)
    response.useChunkedEncodingByDefault = answer.inChunks
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).write('data: first\n\n')
    streams.add(response)
    return response.once('close', () => streams.delete(response))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())

  return {
    host: `localhost:${port}`,
    requests,
    answer,
    /** How many streams are open. */
    open: () => streams.size,
    /** Sends a message to all streams. @param {string} text */
    say: (text) => streams.forEach((stream) => stream.write(`data: ${text}\n\n`)),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
