import { createServer, type RequestListener } from 'node:http'

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** A server on a free port of this machine, reachable from nowhere else. */
export function listen(listener: RequestListener): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener).once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}
