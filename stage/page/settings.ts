import type { Settings } from 'telltale'
import { stage } from './stage.ts'

const here = location.origin
const project = { internal: 'internal', external: 'external' }

/** Of the application that all pages with Telltale are. */
export const settings: Settings = {
  promotion: 'production',
  app: { name: 'Delivery' },
  api: { production: `${here}/api/production`, staging: here, sandbox: here },
  projects: { production: project, staging: project, sandbox: project },
  auth: { token: () => stage.token, idToken: () => stage.idToken },
}
