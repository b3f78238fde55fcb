import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

// node runWorker.mjs <module> <port>: runs a worker of Cloudflare in Node, which has the same Request, Response and fetch.

/** Node's `fetch` has unpacked the body; these headers are those of the connection. */
const NOT_PASSED = ['content-encoding', 'content-length', 'connection', 'keep-alive', 'transfer-encoding']

const [, , module = '', port] = process.argv
const { default: worker } = await import(pathToFileURL(module).href)

createServer(async (request, answer) => {
  const { method = 'GET', headers, url } = request
  const passed = Object.entries(headers).filter(([name]) => !['host', ...NOT_PASSED.slice(1)].includes(name))
  const gone = new AbortController()
  answer.once('close', () => gone.abort())
  /** @type {RequestInit & { duplex: 'half' }} */
  const init = {
    method,
    headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    signal: gone.signal,
    // As Cloudflare calls a worker.
    redirect: 'manual',
    duplex: 'half',
  }
  if (!['GET', 'HEAD'].includes(method)) init.body = /** @type {ReadableStream} */ (Readable.toWeb(request))
  const response = await worker.fetch(new Request(`http://${headers.host}${url}`, init))
  const answered = [...response.headers].filter(([name]) => !NOT_PASSED.includes(name))
  answer.writeHead(response.status, Object.fromEntries(answered)).flushHeaders()
  if (response.body)
    Readable.fromWeb(response.body)
      .on('error', () => answer.destroy())
      .pipe(answer)
  else answer.end()
}).listen(Number(port), '127.0.0.1')
