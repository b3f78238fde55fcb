import type { EventIdentity } from '../core/model/event.ts'

/** What begins the name of a visitor among owners. No person has such an id. */
const VISITOR = '\0'

/**
 * Whose choice decides about an event: a person by the id, or a visitor. A visitor who has signed in on this page is the person from then on; nobody
 * else is, so that whoever comes later decides nothing about the events of a visitor.
 */
export function createOwners() {
  let holder: string | undefined
  /** The holder before, as far as one was known. */
  let last: string | undefined
  let visitor = VISITOR
  let heir: string | undefined
  const became = new Map<string, string>()
  const seen = new Set<string>()
  const present = () => (holder === '' ? visitor : holder)
  const isVisitor = (owner: string | undefined) => owner?.startsWith(VISITOR) ?? false

  /** Who a visitor is now. */
  function heirOf(owner: string): string {
    const next = became.get(owner)
    return next === undefined ? owner : heirOf(next)
  }

  return {
    present,
    /** The id of the person; empty while nobody is signed in; `undefined` while that is not known. */
    holder: () => holder,
    isVisitor,
    /** By which name the browser keeps what it knows of an owner: it has one visitor at a time. */
    holderOf: (owner: string) => (isVisitor(owner) ? '' : owner),
    of(identity: EventIdentity | undefined): string | undefined {
      if (!identity) return present()
      if (identity.id !== undefined) return identity.id
      const one = VISITOR + (identity.visitor ?? '')
      // A browser that keeps nothing may not have named its visitor.
      if (!identity.visitor && holder === '') return visitor
      const owner = heirOf(one)
      if (owner !== one || one === visitor) return owner
      // Pages that could not store a visitor have named the same one differently: they decide together.
      return holder === '' ? visitor : (heir ?? one)
    },
    /** The visitor who has signed in is this person, whatever other pages have called it, and has decided. */
    inherit: (id: string) => void (heir = id),
    /** The persons who have been here. */
    seen: (): readonly string[] => [...seen],
    /** Returns whether a visitor has signed in just now. `isSomebodyElse`: the person is not the visitor, who impersonates, or was forgotten. */
    follow(next: string | undefined, isSomebodyElse: boolean): boolean {
      const hasSignedIn = last === '' && Boolean(next)
      if (hasSignedIn && next && !isSomebodyElse) for (const one of [visitor, VISITOR]) became.set(one, next)
      if (hasSignedIn) {
        visitor = VISITOR
        heir = undefined
      }
      if (next) seen.add(next)
      holder = next
      last = next ?? last
      return hasSignedIn
    },
    /** The visitor whom the browser has now. Another page may have been the first to name the same one. */
    meet(id: string | undefined) {
      const next = VISITOR + (id ?? '')
      became.delete(next)
      if (visitor !== VISITOR && visitor !== next) became.set(visitor, next)
      visitor = next
    },
  }
}
