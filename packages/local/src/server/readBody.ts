import { gunzip, inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { parseJson } from '../json/parseJson.ts'

export type Body =
  | { readonly outcome: 'ok'; readonly text: string }
  | { readonly outcome: 'refused'; readonly status: 400 | 413 | 415; readonly message: string }

const UNPACK = { gzip: promisify(gunzip), deflate: promisify(inflate) }

/**
 * Reads and decompresses a request's body as text, up to `maxBytes`: a larger body is not kept in memory. `encoding` overrides
 * the Content-Encoding header.
 */
export async function readBody(request: Request, maxBytes: number, encoding = encodingOf(request)): Promise<Body> {
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'deflate')
    return refused(415, `The content encoding ${encoding} is unknown.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) return tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (encoding === 'identity') return { outcome: 'ok', text: bytes.toString('utf8') }
  try {
    return { outcome: 'ok', text: (await UNPACK[encoding](bytes, { maxOutputLength: maxBytes })).toString('utf8') }
  } catch (error) {
    // A few kilobytes can decompress to gigabytes.
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(maxBytes)
      : refused(400, `The body is not valid ${encoding}.`)
  }
}

export type JsonBody =
  | { readonly outcome: 'ok'; readonly value: unknown }
  | { readonly outcome: 'refused'; readonly status: 400 | 413 | 415; readonly message: string }

/** Reads a request's body as JSON, up to `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const body = await readBody(request, maxBytes)
  if (body.outcome === 'refused') return body
  const json = parseJson(body.text)
  if (json.outcome === 'ok') return json
  return { outcome: 'refused', status: 400, message: json.problems.join(' ') }
}

function encodingOf(request: Request): string {
  return request.headers.get('content-encoding') ?? 'identity'
}

function tooLarge(maxBytes: number): Body {
  return refused(413, `More than ${maxBytes} bytes.`)
}

function refused(status: 400 | 413 | 415, message: string): Body {
  return { outcome: 'refused', status, message }
}
