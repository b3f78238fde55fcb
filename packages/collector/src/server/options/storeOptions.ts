import { text, wholeNumber } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

/** Where events are stored, and for how long. */
export const STORE = {
  store: {
    kind: text,
    takes: '<place>',
    does: 'Where events are stored: a file of SQLite, `postgres://…`, or `kafka://one:9092,two:9092/topic`. A URL with a password belongs in the environment or in the configuration file.',
    default: 'telltale-events.db',
  },
  retentionDays: {
    kind: wholeNumber(1, 3650),
    takes: '<days>',
    does: 'For at least how many days events are kept, and copies are recognised.',
    otherwise: 'what the store has been told before; a new one keeps them for 31 days',
    of: ['SQLite', 'PostgreSQL'],
  },
  consentRetentionDays: {
    kind: wholeNumber(1, 3650),
    takes: '<days>',
    does: 'For at least how many days a new store keeps decisions about consent, if it is longer than other events.',
    otherwise: 'until somebody deletes them: they are the proof of the consent',
    of: ['SQLite', 'PostgreSQL'],
  },
  maxBytes: {
    kind: wholeNumber(1),
    takes: '<bytes>',
    does: 'The most bytes of a new file of SQLite. Beyond it, the events that arrived first are deleted.',
    otherwise: 'unlimited',
    of: ['SQLite'],
  },
  schema: {
    kind: text,
    takes: '<name>',
    does: 'The schema of the tables and views. It is made if it is not there.',
    default: 'telltale',
    of: ['PostgreSQL'],
  },
  lanes: {
    kind: wholeNumber(1, 16),
    takes: '<count>',
    does: 'How many statements write at the same time, each over its own connection. Up to 8 more connections are for everything else.',
    default: 2,
    of: ['PostgreSQL'],
  },
} satisfies Readonly<Record<string, OptionSpec>>
