import type { Identity } from '../core/model/identity.ts'
import type { KeyValueStorage, Platform } from '../core/ports/platform.ts'

/**
 * Returns the next identity with its visitor, if nobody is signed in and the browser can keep one. `isAnswer`: who-am-i has said that the token
 * is nobody's.
 */
export type WithVisitor = (next: Identity, before: Identity, isAnswer: boolean) => Identity

/** The beginnings of the keys of what the browser keeps of visitors. The space of the application follows. */
export const VISITOR = 'visitor:'
/** The visitor who is signing in with the token whose digest follows. */
export const SIGNING_IN = 'visitor-signs-in:'
/** The digest of the token that is in use: a page that reloads with it signs nobody in. */
const SIGNED_IN = 'visitor-signed-in:'

/** The visitor whom the browser has. Damage may have left any value. */
export const visitorIn = (storage: KeyValueStorage, key: string) => /^[\da-f-]{36}$/.exec(storage.get(key) ?? '')?.[0]

/**
 * While nobody is signed in, the browser has a visitor, whom all tabs and pages share. The visitor ends as soon as there is a token: what
 * happens after a failure or a sign-out is that of another visitor. The id is kept for the answer that says whose token it is: `joinVisitor`
 * then says who the visitor was. If the answer is that it is nobody's, the visitor goes on.
 */
export function createVisitors({ storage, random }: Pick<Platform, 'storage' | 'random'>, space: string): WithVisitor {
  const key = VISITOR + space
  const signingIn = (tokenDigest: string) => `${SIGNING_IN}${space} ${tokenDigest}`
  return (next, before, isAnswer) => {
    const id = visitorIn(storage, key)
    const { tokenDigest } = next
    const signedIn = storage.get(SIGNED_IN + space)
    const wasSignedOut = before.status === 'unknown'
    // The visitor is that of another tab if this person has been signed in all the time, on this page or on an earlier one.
    if (id && tokenDigest && !before.tokenDigest && (wasSignedOut || signedIn !== tokenDigest)) {
      storage.set(signingIn(tokenDigest), id)
      storage.remove(key)
    }
    if (tokenDigest && signedIn !== tokenDigest) storage.set(SIGNED_IN + space, tokenDigest)
    if (!('reason' in next) || next.reason !== 'signed-out') return next
    if (!wasSignedOut) storage.remove(SIGNED_IN + space)
    const continues = id && !before.tokenDigest && (wasSignedOut || !signedIn)
    const asked = isAnswer && before.tokenDigest ? signingIn(before.tokenDigest) : ''
    const visitor = continues ? id : (asked && visitorIn(storage, asked)) || random.uuid()
    if (asked) storage.remove(asked)
    if (!continues && !storage.set(key, visitor)) return next
    // If another tab has ended the visitor, what follows belongs to the next one.
    const isAnother = 'visitor' in before && before.visitor !== visitor
    return { ...next, visitor, ...(isAnother && { epoch: random.uuid() }) }
  }
}
