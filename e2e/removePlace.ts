import { rmSync } from 'node:fs'
import { placeOfRun } from './place.ts'

/** Leaves nothing of the run behind. */
export default async function removePlace(): Promise<void> {
  rmSync((await placeOfRun()).folder, { recursive: true, force: true })
}
