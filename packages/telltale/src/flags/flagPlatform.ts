import type { Http } from '../core/http/http.ts'
import type { PlainPage } from '../core/ports/page.ts'
import type { Platform } from '../core/ports/platform.ts'

/** What the flags need of the outside world; with tabs and a channel between them, they share a stream. */
export type FlagPlatform = Omit<Platform, 'eventStore' | 'tabs' | 'page'> &
  Partial<Pick<Platform, 'tabs'>> & { page: PlainPage }

/** The same with what their pieces make their requests with. */
export type FlagOutside = FlagPlatform & { http: Http }
