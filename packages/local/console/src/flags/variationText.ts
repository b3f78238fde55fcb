import type { Json } from '../../../src/flags/serverFlag.ts'

/** How a flag's variations are shown: as plain strings, or as JSON. */
export type VariationType = 'text' | 'json'

export function variationType(variations: readonly Json[]): VariationType {
  return variations.length > 0 && variations.every((value) => typeof value === 'string') ? 'text' : 'json'
}

export function variationText(value: Json, type: VariationType): string {
  return type === 'text' && typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses a typed variation. `undefined` if it should be JSON and is not. */
export function readVariation(typed: string, type: VariationType): Json | undefined {
  if (type === 'text') return typed
  try {
    return JSON.parse(typed) as Json
  } catch {
    return undefined
  }
}
