import { invalid, type Parsed } from './parsed.ts'

export function parseJson(text: string): Parsed<unknown> {
  try {
    return { outcome: 'ok', value: JSON.parse(text) }
  } catch (error) {
    return invalid(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
