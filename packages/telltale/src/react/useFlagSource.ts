import type { Definitions } from '../core/model/definitions.ts'
import type { FlagsApi } from '../flags/flagsApi.ts'
import { useTelltale } from './useTelltale.ts'

interface FlagSource {
  readonly flags: Pick<FlagsApi, 'peek' | 'show' | 'given' | 'explain'>
  readonly definitions: Definitions
}

/** The layer, by plain keys, whatever keys the application has registered. */
export const useFlagSource: () => FlagSource = useTelltale
