import { parseJson } from '../json/parseJson.ts'
import { readBody } from './readBody.ts'

export type JsonBody =
  | { readonly outcome: 'ok'; readonly value: unknown }
  | { readonly outcome: 'refused'; readonly status: 400 | 413 | 415; readonly message: string }

/** Reads a request's body as JSON, and gives up at `maxBytes`. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const body = await readBody(request, maxBytes)
  if (body.outcome === 'refused') return body
  const json = parseJson(body.text)
  if (json.outcome === 'ok') return json
  return { outcome: 'refused', status: 400, message: json.problems.join(' ') }
}
