import type { LevelValue } from '../project/levelValues.ts'

const URL = 'http://127.0.0.1:4801'

/** The settings for development: those of `npx telltale dev` at its default address. */
export function localServices(clientSideId: string): Readonly<Partial<Record<LevelValue, string>>> {
  return { PROMOTION: 'sandbox', SERVICES: URL, CLIENT_SIDE_ID: clientSideId, COLLECTOR: `${URL}/collect` }
}
