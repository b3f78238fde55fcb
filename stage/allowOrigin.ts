import type { IncomingMessage, ServerResponse } from 'node:http'

/** Lets pages of any origin ask, with any header. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse) {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, OPTIONS')
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-max-age', '600')
}
