import type { Settings } from './settings.ts'

const ids = { internal: 'p-1', external: 'p-1' }

/** Minimal settings, of which a test changes its subject: no user is signed in, and there is no destination. */
export const sandboxSettings = {
  promotion: 'sandbox',
  app: { name: 'Desk' },
  api: { production: 'https://a', staging: 'https://a', sandbox: 'https://a' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => undefined as string | undefined },
} satisfies Settings
