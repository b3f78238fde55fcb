import { ownStorage } from '../ownStorage.ts'
import { createPreferences } from './preferences.ts'

/** The choices made in this browser. */
export const preferences = createPreferences(ownStorage)
