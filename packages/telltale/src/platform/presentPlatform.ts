import type { Platform } from '../core/ports/platform.ts'
import { browserPlatform } from './browserPlatform.ts'
import { serverPlatform } from './serverPlatform.ts'
import { isPage } from './windowPage.ts'

/** Wherever this runs: a browser's page, or a server that renders one. */
export const presentPlatform = (): Platform => (isPage() ? browserPlatform() : serverPlatform())
