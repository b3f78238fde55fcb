import { VENDORS } from '../../../src/protocol/vendorRecord.ts'

const names: ReadonlySet<string> = new Set(VENDORS)

/** Whether events of this destination are passed on to a script in the page, which confirms nothing. Pages report only the name. */
export const isVendor = (destination: string) => names.has(destination)
