import type { Http } from '../core/http/http.ts'
import type { Platform } from '../core/ports/platform.ts'

/** What the flags need of the outside world. */
export type FlagPlatform = Omit<Platform, 'journal' | 'tabs'>

/** The same as their pieces know it: all requests are by HTTP with the house's rules. */
export type FlagOutside = Omit<FlagPlatform, 'transport'> & { http: Http }
