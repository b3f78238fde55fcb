import { isRecord } from '../json/isRecord.ts'
import { type Division, dividePeople, type Unit } from './dividePeople.ts'
import { createFlagSets } from './flagSets.ts'
import type { Share } from './proportions.ts'
import { isOwn, recordIn, type SeenEvent, textOf } from './seenEvent.ts'

/** Notes of each person what groups he or she was seen in, and whether he or she had the error. */
export function tallyPeople() {
  const units = new Map<string, Unit>()
  const joined = new Map<string, string>()
  const names = new Map<string, string>()
  const flagsOf = createFlagSets()

  function unitOf(id: string): Unit {
    const known = units.get(id) ?? { isAffected: false, flags: new Set(), accounts: new Map(), releases: new Set() }
    units.set(id, known)
    return known
  }

  function people(): readonly Unit[] {
    for (const [visitor, person] of joined) {
      const other = units.get(visitor)
      if (other === undefined || visitor === person) continue
      units.delete(visitor)
      merge(unitOf(person), other)
    }
    joined.clear()
    return [...units.values()]
  }

  return {
    add(seen: SeenEvent, isAffected: boolean): void {
      const { unit: id, joins, release, event } = seen
      if (id === undefined || !isOwn(seen)) return
      if (joins !== undefined) joined.set(joins, id)
      const unit = unitOf(id)
      unit.isAffected ||= isAffected
      unit.flags.add(flagsOf(seen))
      if (release !== undefined) unit.releases.add(release)
      for (const [kind, account] of Object.entries(recordIn(recordIn(event, 'identity'), 'accounts'))) {
        const key = isRecord(account) ? textOf(account['key']) : undefined
        if (key === undefined) continue
        addTo(unit.accounts, kind, [key])
        names.set(JSON.stringify([kind, key]), textOf((account as { name?: unknown }).name) ?? key)
      }
    },
    all(): Share {
      const all = people()
      return { people: all.length, affected: all.filter(({ isAffected }) => isAffected).length }
    },
    divisions: (): readonly Division[] =>
      dividePeople(people(), (kind, key) => names.get(JSON.stringify([kind, key])) ?? key),
  }
}

function merge(unit: Unit, other: Unit): void {
  unit.isAffected ||= other.isAffected
  for (const set of other.flags) unit.flags.add(set)
  for (const release of other.releases) unit.releases.add(release)
  for (const [kind, keys] of other.accounts) addTo(unit.accounts, kind, keys)
}

function addTo(accounts: Map<string, Set<string>>, kind: string, keys: Iterable<string>): void {
  const known = accounts.get(kind) ?? new Set()
  accounts.set(kind, known)
  for (const key of keys) known.add(key)
}
