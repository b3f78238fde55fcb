import { customers } from '../data/customers.ts'

/** Whom one usually quotes for. */
export const customerNames: string[] = Object.values(customers)
