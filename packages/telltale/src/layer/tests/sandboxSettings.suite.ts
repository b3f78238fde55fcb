import { storeName } from '../../events/store/storeName.ts'
import type { Settings } from '../settings.ts'

const ids = { internal: 'p-1', external: 'p-1' }

/** Minimal settings, of which a test changes its subject: no user is signed in, and there is no destination. */
export const sandboxSettings = {
  promotion: 'sandbox',
  app: { name: 'Desk' },
  api: { production: 'https://a', staging: 'https://a', sandbox: 'https://a' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => null as string | null | undefined },
} satisfies Settings

/** What the layer with these settings calls the things that it stores. */
export const SPACE = 'Desk@sandbox/p-1'
export const storeFor = (...addresses: string[]) => storeName(SPACE, addresses)
