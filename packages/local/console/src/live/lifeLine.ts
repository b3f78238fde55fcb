import type { LifeStep } from '../../../src/console/eventLife.ts'
import type { EventRow } from '../feed/eventRows.ts'

/** How far an event has come, as far as is known: for all destinations together. */
export type LifeStage = 'happened' | 'held' | 'stamped' | 'stored' | 'sent' | 'acknowledged' | 'dropped' | 'collected'

/** How far it has come towards one destination. */
export interface DestinationLife {
  readonly name: string
  readonly stage: 'sent' | 'acknowledged' | 'dropped'
  readonly sentAt: number | undefined
  readonly acknowledgedAt: number | undefined
  readonly droppedAt: number | undefined
  readonly reason: string | undefined
}

export interface LifeLine {
  readonly stage: LifeStage
  /** The stage in words, with how many destinations are behind it. */
  readonly says: string
  /** Of `TRACK_LENGTH`, how many parts of the way are done. */
  readonly done: number
  readonly destinations: readonly DestinationLife[]
  /** The steps that are no destination's, the first first. */
  readonly common: readonly LifeStep[]
}

/** happened, stamped, stored, sent, acknowledged. */
export const TRACK_LENGTH = 5
const DONE: Readonly<Record<LifeStage, number>> = {
  happened: 1,
  held: 1,
  stamped: 2,
  stored: 3,
  sent: 4,
  dropped: 4,
  acknowledged: 5,
  collected: 5,
}

export function lifeLine({ life, stored }: EventRow): LifeLine {
  const steps = life?.steps ?? []
  const common = steps.filter(({ destination }) => destination === undefined)
  const names = [...new Set(steps.flatMap(({ destination }) => destination ?? []))]
  const destinations = names.map((name) =>
    destinationLife(
      name,
      steps.filter(({ destination }) => destination === name),
    ),
  )
  const stage = stageOf(common, destinations, stored !== undefined)
  return { stage, says: stageText(stage, destinations), done: DONE[stage], destinations, common }
}

function destinationLife(name: string, steps: readonly LifeStep[]): DestinationLife {
  const last = (wanted: LifeStep['step']) => steps.filter(({ step }) => step === wanted).at(-1)
  const acknowledged = last('acknowledged')
  const dropped = last('dropped')
  return {
    name,
    stage: acknowledged !== undefined ? 'acknowledged' : dropped !== undefined ? 'dropped' : 'sent',
    sentAt: steps.find(({ step }) => step === 'sent')?.at,
    acknowledgedAt: acknowledged?.at,
    droppedAt: dropped?.at,
    reason: dropped?.reason,
  }
}

function stageOf(
  common: readonly LifeStep[],
  destinations: readonly DestinationLife[],
  isCollected: boolean,
): LifeStage {
  const stages = new Set(destinations.map(({ stage }) => stage))
  if (stages.has('dropped') || common.some(({ step }) => step === 'dropped')) return 'dropped'
  if (stages.has('sent')) return 'sent'
  if (stages.has('acknowledged')) return 'acknowledged'
  if (isCollected) return 'collected'
  return common.at(-1)?.step ?? 'happened'
}

function stageText(stage: LifeStage, destinations: readonly DestinationLife[]): string {
  const at = destinations.filter((one) => one.stage === stage).length
  const isAll = at === destinations.length || at === 0
  switch (stage) {
    case 'sent': {
      const done = destinations.length - at
      return done === 0 ? 'sent' : `${done} of ${destinations.length} have it`
    }
    case 'dropped':
      return isAll ? 'dropped' : `dropped by ${at} of ${destinations.length}`
    case 'held':
      return 'held back'
    default:
      return stage
  }
}
