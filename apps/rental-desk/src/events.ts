import { defineEvents } from 'telltale'
import { literal, number, object, picklist, string } from 'valibot'

const machine = { machine: string(), category: string() }
const rental = object({ rental: string(), machine: string() })

/** The events that the desk tracks. No event contains the customer, the contact or the notes of a quote or a rental. */
export const events = defineEvents({
  'Fleet viewed': object({ machines: number() }),
  'Rentals viewed': object({}),
  'Rental viewed': object({ rental: string(), state: string() }),
  'Quotes viewed': object({}),
  'Settings viewed': object({}),
  'Machine selected': object({ ...machine, status: string() }),
  'Quote sent': object({ ...machine, total: number(), days: number(), pricing: picklist(['daily', 'weekly']) }),
  'Rental checked out': rental,
  'Rental taken back': rental,
  'Rental extended': object({ ...rental.entries, days: literal(7) }),
  'Preference changed': object({ preference: string(), value: string() }),
  'Customer view opened': object({}),
  'Test event sent': object({}),
})
