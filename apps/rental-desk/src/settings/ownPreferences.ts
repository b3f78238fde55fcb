import { ownStorage } from '../ownStorage.ts'
import { createPreferences } from './preferences.ts'

/** The preferences stored in this browser. */
export const preferences = createPreferences(ownStorage)
