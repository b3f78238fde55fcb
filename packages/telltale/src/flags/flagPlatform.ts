import type { Platform } from '../core/ports/platform.ts'

/** What the flags need of the outside world. */
export type FlagPlatform = Omit<Platform, 'journal' | 'tabs'>
