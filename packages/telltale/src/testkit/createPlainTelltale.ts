import type { EventProperties, TrackOptions } from '../core/model/event.ts'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from './createTestTelltale.ts'

/** A layer that tracks any event, whatever the application has registered. */
export interface PlainTelltale extends Omit<TestTelltale, 'track'> {
  track(name: string, properties?: EventProperties, options?: TrackOptions): void
}

export const createPlainTelltale = createTestTelltale as (
  options: Omit<TestTelltaleOptions, 'definitions' | 'flags'>,
) => PlainTelltale
