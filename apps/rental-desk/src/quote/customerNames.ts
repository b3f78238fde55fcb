import { customers } from '../data/customers.ts'

/** The customers that the quote form suggests. */
export const customerNames: string[] = Object.values(customers)
