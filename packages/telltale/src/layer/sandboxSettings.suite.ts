import type { Settings } from './settings.ts'

const ids = { internal: 'p-1', external: 'p-1' }

/** Settings of which a test changes what it is about: nobody is signed in, and nothing goes anywhere. */
export const sandboxSettings: Settings = {
  promotion: 'sandbox',
  app: { name: 'Desk' },
  api: { production: 'https://a', staging: 'https://a', sandbox: 'https://a' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => undefined },
}
