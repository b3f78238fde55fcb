import { connect } from 'node:net'

/** Sends a text over a new connection. Resolves with the first line of the response, or with all of it if that is less. */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('\r\n')) {
        socket.destroy()
        resolve(said.split('\r\n')[0] ?? '')
      }
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })
}

/**
 * Announces a body by its length and sends none of it. On a busy machine, sending a real body may be cut off before the refusal
 * was read.
 */
export function announceBody(url: string, method: string, bytes: number): Promise<string> {
  const { origin, host, port, pathname } = new URL(url)
  const headers = [`Host: ${host}`, `Origin: ${origin}`, 'Content-Type: application/json', `Content-Length: ${bytes}`]
  return rawRequest(Number(port), [`${method} ${pathname} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
}
