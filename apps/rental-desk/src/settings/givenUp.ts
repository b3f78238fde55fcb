import type { Dropped, DropReason } from 'telltale'

const reasons: Readonly<Record<DropReason, string>> = {
  refused: 'rejected',
  'another-identity': 'tracked for another user',
  'over-budget': 'evicted: storage is full',
  unreadable: 'damaged in storage',
  'no-destination': 'for a destination that is gone',
  filtered: 'dropped by a step',
  'no-consent': 'not allowed by the user',
}

/** The dropped events, with an entry for each destination and reason. */
export function givenUp(dropped: Dropped): readonly { where: string; why: string; count: number }[] {
  return Object.entries(dropped).flatMap(([where, counts]) =>
    (Object.keys(counts) as DropReason[]).map((reason) => ({
      where,
      why: reasons[reason],
      count: counts[reason] ?? 0,
    })),
  )
}
