import type { Loss } from '@telltale/collector'

/** A class of events in the meter. */
export interface LossRow {
  readonly name: string
  readonly count: number
  /** What the class means. */
  readonly says: string
  /** `reason`: a part of the row before it. `dropped`: these events were given up, for a known reason. `alarm`: they are missing without one. */
  readonly kind: 'sum' | 'class' | 'reason' | 'dropped' | 'alarm'
}

/** What pages tell about events that the collector does not have, and whether those will never arrive. */
const REASONS: Readonly<Record<string, readonly [says: string, isDropped: boolean]>> = {
  filtered: ['a step of the application dropped them', false],
  'not-accepted': ['they are not for the collector', false],
  refused: ['the collector refused them, and they are sent again', false],
  'over-budget': ['more events were waiting than a browser may keep', true],
  'no-destination': ['the settings no longer have their destination', true],
  'not-stored': ['the browser could not store them, and their page ended', true],
}

/** The classes of events in the order of the meter. The first is the sum of the others. */
export function lossRows({
  expected,
  stored,
  explained,
  onTheWay,
  outstanding,
  unexplained,
}: Loss): readonly LossRow[] {
  const reasons = Object.entries(explained).map(([name, count]): LossRow => {
    const [says = 'the page says so', isDropped = false] = REASONS[name] ?? []
    return { name, count, says, kind: isDropped ? 'dropped' : 'reason' }
  })
  const sum = reasons.reduce((total, { count }) => total + count, 0)
  return [
    { name: 'expected', count: expected, says: 'all numbers that pages have given to events', kind: 'sum' },
    { name: 'stored', count: stored, says: 'the collector has them', kind: 'class' },
    { name: 'explained', count: sum, says: 'missing, and their page has told why', kind: 'class' },
    ...reasons,
    { name: 'on their way', count: onTheWay, says: 'their page delivered within the last ten minutes', kind: 'class' },
    { name: 'outstanding', count: outstanding, says: 'their page ended: they come with the next visit', kind: 'class' },
    {
      name: 'lost',
      count: unexplained,
      says: 'missing without a reason: acknowledged and not stored, or outstanding for more than 30 days',
      kind: unexplained > 0 ? 'alarm' : 'class',
    },
  ]
}
