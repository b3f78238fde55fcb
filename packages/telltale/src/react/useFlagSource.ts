import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { FlagsApi } from '../flags/flagsApi.ts'
import { useTelltale } from './useTelltale.ts'

interface FlagSource {
  readonly flags: Pick<FlagsApi, 'peek' | 'show' | 'given'>
  readonly defaults: FlagDefinitions
}

const NOTHING = {}

/** The layer's flags by plain keys, whatever keys the application has registered. */
export function useFlagSource(): FlagSource {
  const { flags, definitions } = useTelltale()
  return { flags, defaults: definitions.flags ?? NOTHING }
}
