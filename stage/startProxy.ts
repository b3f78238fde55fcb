import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type Listening } from './listen.ts'

/**
 * A proxy to which every host is this machine. Behind it a page has a name that no browser trusts: plain HTTP from there is
 * an insecure origin, as it is not from 127.0.0.1 and localhost.
 */
export function startProxy(): Promise<Listening> {
  return listen((request: IncomingMessage, response: ServerResponse) => {
    const { port, pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { method, headers } = request
    const onward = ask({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    // A stream of flags has no end of its own.
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
}
