import { createHash } from 'node:crypto'
import type { Subject } from '../store/store.ts'

/** A tombstone says whose data were deleted to those who ask with the id, and to nobody else. The same as `digest_of` in the schema. */
export const digestOf = (salt: string, subject: string): string =>
  createHash('sha256')
    .update(salt + subject)
    .digest('hex')

const SEPARATOR = '\u001F'

/** An account as it is stored with an event. */
export const accountText = ([kind, key]: readonly [kind: string, key: string]): string => kind + SEPARATOR + key

/** A visitor who has signed in as somebody, and what the visitor did before. */
export const anonymousText = (visitor: string): string => `anonymous${SEPARATOR}${visitor}`

/** A subject as it is digested. */
export const subjectText = (subject: Subject): string =>
  subject.kind + SEPARATOR + (subject.kind === 'account' ? accountText([subject.accountKind, subject.id]) : subject.id)
