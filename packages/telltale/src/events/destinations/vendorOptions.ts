import { text } from '../../core/checkOptions.ts'
import { fn } from '../../core/optionTable.ts'
import { IMPERSONATION } from './impersonation.ts'

/** What the members of an application's own vendor must be. */
export const VENDOR_OPTIONS = {
  name: text,
  impersonation: IMPERSONATION,
  accepts: fn,
  isLoaded: fn,
  isMissing: fn,
  identify: fn,
  remembers: fn,
  update: fn,
  track: fn,
  reset: fn,
  stop: fn,
}

export const REQUIRED = ['name', 'identify', 'track', 'reset']
