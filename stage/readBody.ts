import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** The text of a body, unpacked: SDKs send JSON, forms with JSON or its base64 in a field, and any of them compressed. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = (isGzip(bytes) ? gunzipSync(bytes) : bytes).toString()
  const form = text.startsWith('data=') ? new URLSearchParams(text).get('data') : undefined
  if (!form) return text
  return /^[[{]/.test(form) ? form : Buffer.from(form, 'base64').toString()
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b
