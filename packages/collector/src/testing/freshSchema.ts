import { randomBytes } from 'node:crypto'

/** A name for the tables of one test: tests share a server. */
export const freshSchema = (): string => `test_${randomBytes(6).toString('hex')}`
