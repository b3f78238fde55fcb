import { VENDORS } from '../../../src/protocol/vendorRecord.ts'

const names: ReadonlySet<string> = new Set(VENDORS)

interface Told {
  readonly name: string
  readonly isUnconfirmed?: true
}

/** Whether events of this destination are passed on to a script in the page, which confirms nothing. A page of an earlier version tells only the name. */
export const isPassedOn = ({ name, isUnconfirmed }: Told) => isUnconfirmed === true || names.has(name)
