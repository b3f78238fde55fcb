import type { Json } from '../../../src/flags/serverFlag.ts'

/** How a flag's variations are written: texts as they are, all else as JSON. */
export type VariationType = 'text' | 'json'

export function variationType(variations: readonly Json[]): VariationType {
  return variations.length > 0 && variations.every((value) => typeof value === 'string') ? 'text' : 'json'
}

export function variationText(value: Json, type: VariationType): string {
  return type === 'text' && typeof value === 'string' ? value : JSON.stringify(value)
}

/** What was typed as a variation; undefined when it is no JSON and should be. */
export function readVariation(typed: string, type: VariationType): Json | undefined {
  if (type === 'text') return typed
  try {
    return JSON.parse(typed) as Json
  } catch {
    return undefined
  }
}
