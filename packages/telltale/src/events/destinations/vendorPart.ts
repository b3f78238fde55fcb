import { assertOptions, text } from '../../core/checkOptions.ts'
import { fn, type OptionTable } from '../../core/optionTable.ts'
import { IMPERSONATION } from './impersonation.ts'
import type { Vendor, VendorPart } from './vendor.ts'

/** What the members of an application's own vendor must be. */
const VENDOR_OPTIONS: OptionTable<Vendor> = {
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
  allow: fn,
  cookies: [(value) => Array.isArray(value) && value.every((one) => typeof one === 'string'), 'a list of texts'],
  stop: fn,
}

const REQUIRED = ['name', 'identify', 'track', 'reset']

/** A vendor of an application, whose methods may need their `this`. */
export function vendorPart(own: Vendor): VendorPart {
  assertOptions({ what: 'vendor', table: VENDOR_OPTIONS, required: REQUIRED }, own)
  return {
    name: own.name,
    impersonation: own.impersonation ?? 'tag',
    accepts: (event) => own.accepts?.(event) ?? true,
    start: () => own,
  }
}
