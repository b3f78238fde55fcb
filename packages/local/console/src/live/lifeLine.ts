import { EVENT_STAGES, type EventState } from '../../../../../docs/src/data/eventWords.ts'
import type { EventLife, LifeStep } from '../../../src/protocol/eventLife.ts'
import type { EventRow } from '../feed/eventRows.ts'

/** The known delivery stage of an event, for all destinations together. */
export type LifeStage = keyof typeof EVENT_STAGES

/** The stage for one destination. */
export interface DestinationLife {
  readonly name: string
  readonly stage: 'sent' | 'acknowledged' | 'refused' | 'dropped'
  readonly sentAt: number | undefined
  /** How often the page has sent it. */
  readonly attempts: number
  /** The time of the last attempt. */
  readonly lastSentAt: number | undefined
  readonly acknowledgedAt: number | undefined
  readonly droppedAt: number | undefined
  readonly reason: string | undefined
}

export interface LifeLine {
  readonly stage: LifeStage
  /** The stage in words, with the number of destinations that have reached it. */
  readonly says: string
  readonly destinations: readonly DestinationLife[]
  /** The steps that do not belong to a destination, the first one first. */
  readonly common: readonly LifeStep[]
}

/** The name of `collector()` unless the application gives it another one. */
const COLLECTOR = 'collector'

/** happened, completed, stored, sent, acknowledged. */
const TRACK_LENGTH = 5
const DONE: Readonly<Record<LifeStage, number>> = {
  happened: 1,
  pending: 1,
  completed: 2,
  'no destination': 2,
  stored: 3,
  sent: 4,
  refused: 4,
  dropped: 4,
  acknowledged: 5,
  collected: 5,
}

/** What has become of an event at this stage, in one word. */
export const stateOf = (stage: LifeStage): EventState => EVENT_STAGES[stage].state

/** The state of a step: done, to come, or not reported. */
export type LifeMark = 'done' | 'open' | 'unknown'

/** The marks of a stage. If only the collector reported an event, all other steps are unknown. */
export function marksOf(stage: LifeStage): readonly LifeMark[] {
  return Array.from({ length: TRACK_LENGTH }, (_, part) =>
    part >= DONE[stage] ? 'open' : stage === 'collected' && part < TRACK_LENGTH - 1 ? 'unknown' : 'done',
  )
}

/** The stage if it is the same for all destinations. */
export function lifeOfStage(stage: LifeStage): Pick<LifeLine, 'stage' | 'says'> {
  return { stage, says: stageText(stage, []) }
}

export function lifeLine({ life, stored }: EventRow): LifeLine {
  const steps = life?.steps ?? []
  const common = steps.filter(({ destination }) => destination === undefined)
  const sent = new Set(steps.flatMap(({ destination }) => destination ?? []))
  // Another tab, which has not reported it, may have delivered to the collector what it has.
  const others = life?.destinations?.filter((name) => stored === undefined || name !== COLLECTOR) ?? []
  // Before the first attempt, it waits for all of them.
  const names = sent.size === 0 ? [] : [...new Set([...sent, ...others])]
  const destinations = names.map((name) =>
    destinationLife(
      name,
      steps.filter(({ destination }) => destination === name),
    ),
  )
  const known = stageOf(common, destinations, stored !== undefined)
  const stage = life?.hasNoDestination && (known === 'completed' || known === 'stored') ? 'no destination' : known
  const says = stage === 'pending' ? pendingText(life) : stageText(stage, destinations)
  return { stage, says, destinations, common }
}

function destinationLife(name: string, steps: readonly LifeStep[]): DestinationLife {
  const last = (wanted: LifeStep['step']) => steps.filter(({ step }) => step === wanted).at(-1)
  const sent = steps.filter(({ step }) => step === 'sent')
  const acknowledged = last('acknowledged')
  const dropped = last('dropped')
  return {
    name,
    stage: acknowledged !== undefined ? 'acknowledged' : dropped !== undefined ? goneAs(dropped) : 'sent',
    sentAt: sent[0]?.at,
    attempts: sent.length,
    lastSentAt: sent.at(-1)?.at,
    acknowledgedAt: acknowledged?.at,
    droppedAt: dropped?.at,
    reason: dropped?.reason,
  }
}

/** A page reports a refusal as a step `dropped`, with a reason. */
const goneAs = ({ reason }: LifeStep) => (reason === 'refused' ? 'refused' : 'dropped')

function stageOf(
  common: readonly LifeStep[],
  destinations: readonly DestinationLife[],
  isCollected: boolean,
): LifeStage {
  const stages = new Set(destinations.map(({ stage }) => stage))
  if (stages.has('refused')) return 'refused'
  if (stages.has('dropped') || common.some(({ step }) => step === 'dropped')) return 'dropped'
  if (stages.has('sent')) return 'sent'
  // A page that was offline has not reported its first steps, among them what it gave to scripts.
  const isWhole = common.some(({ step }) => step === 'happened') || !isCollected
  if (stages.has('acknowledged') && isWhole) return 'acknowledged'
  if (isCollected) return 'collected'
  return common.at(-1)?.step ?? 'happened'
}

/** What a draft waits for: the page finds out its user first, who may be nobody, and then gets the flags of that user. */
function pendingText(life: Pick<EventLife, 'identity' | 'noUser'> | undefined): string {
  const isKnown = life?.identity !== undefined || life?.noUser === 'signed-out' || life?.noUser === 'refused'
  return isKnown ? 'waits for flags' : EVENT_STAGES.pending.says
}

function stageText(stage: LifeStage, destinations: readonly DestinationLife[]): string {
  const at = destinations.filter((one) => one.stage === stage).length
  const isAll = at === destinations.length || at === 0
  switch (stage) {
    case 'sent': {
      const done = destinations.length - at
      if (done > 0) return `${done} of ${destinations.length} arrived`
      const attempts = Math.max(0, ...destinations.map((one) => one.attempts))
      return attempts > 1 ? `sent ${attempts} times` : EVENT_STAGES.sent.says
    }
    case 'refused':
    case 'dropped':
      return isAll ? stage : `${stage} by ${at} of ${destinations.length}`
    default:
      return EVENT_STAGES[stage].says
  }
}
