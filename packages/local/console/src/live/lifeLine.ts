import { EVENT_STAGES, type EventState } from '../../../../../docs/src/data/eventWords.ts'
import type { EventLife, LifeStep } from '../../../src/protocol/eventLife.ts'
import { isPassedOn } from '../deliveries/isPassedOn.ts'
import type { EventRow } from '../feed/eventRows.ts'

/** The known delivery stage of an event, for all destinations together. */
export type LifeStage = keyof typeof EVENT_STAGES

/** The stage for one destination. */
export interface DestinationLife {
  readonly name: string
  readonly stage: 'held' | 'released' | 'sent' | 'acknowledged' | 'passed on' | 'refused' | 'dropped'
  /** The purpose that the user had to allow, if it has waited for that. */
  readonly purpose?: string
  /** The collector has it, and its page has not heard the answer. */
  readonly isUnheard?: true
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
  /** The stage in words, with the names of the destinations that have reached it. */
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
  held: 2,
  released: 2,
  'no destination': 2,
  stored: 3,
  sent: 4,
  refused: 4,
  dropped: 4,
  acknowledged: 5,
  'passed on': 5,
  elsewhere: 5,
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
  const isCollected = stored !== undefined || (life?.copies ?? 0) > 0
  const sent = new Set(steps.flatMap(({ destination }) => destination ?? []))
  // Another tab, which has not reported it, may have delivered to the collector what it has.
  const others = life?.destinations?.filter((name) => !isCollected || name !== COLLECTOR) ?? []
  // Before the first attempt, it waits for all of them.
  const names = sent.size === 0 ? [] : [...new Set([...sent, ...others])]
  const destinations = names.map((name) => {
    const told = destinationLife(
      name,
      steps.filter(({ destination }) => destination === name),
    )
    return name === COLLECTOR && isCollected ? receivedLife(told, stored?.receivedAt) : told
  })
  const known = stageOf(common, destinations, isCollected)
  const stage = life?.hasNoDestination && (known === 'completed' || known === 'stored') ? 'no destination' : known
  const says = stage === 'pending' ? pendingText(life) : stageText(stage, destinations)
  return { stage, says, destinations, common }
}

function destinationLife(name: string, steps: readonly LifeStep[]): DestinationLife {
  const last = (wanted: LifeStep['step']) => steps.filter(({ step }) => step === wanted).at(-1)
  const sent = steps.filter(({ step }) => step === 'sent')
  const acknowledged = last('acknowledged')
  const dropped = last('dropped')
  const purpose = last('held')?.purpose
  const taken = isPassedOn({ name, ...(acknowledged?.isUnconfirmed && { isUnconfirmed: true }) })
    ? 'passed on'
    : 'acknowledged'
  return {
    name,
    stage: acknowledged !== undefined ? taken : dropped !== undefined ? goneAs(dropped) : openStage(steps),
    ...(purpose !== undefined && { purpose }),
    sentAt: sent[0]?.at,
    attempts: sent.length,
    lastSentAt: sent.at(-1)?.at,
    acknowledgedAt: acknowledged?.at,
    droppedAt: dropped?.at,
    reason: dropped?.reason,
  }
}

/** What is allowed and not sent yet is as good as sent: the next step is its first attempt. */
const openStage = (steps: readonly LifeStep[]) =>
  steps.filter(({ step }) => step === 'held' || step === 'released' || step === 'sent').at(-1)?.step === 'held'
    ? 'held'
    : 'sent'

/** The receipt of the collector counts more than what a page has heard. */
function receivedLife(told: DestinationLife, receivedAt: number | undefined): DestinationLife {
  if (told.stage === 'acknowledged') return told
  const acknowledgedAt = receivedAt ?? told.lastSentAt
  return { ...told, stage: 'acknowledged', isUnheard: true, acknowledgedAt, droppedAt: undefined, reason: undefined }
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
  if (stages.has('dropped') || (!isCollected && common.some(({ step }) => step === 'dropped'))) return 'dropped'
  if (stages.has('sent')) return 'sent'
  if (stages.has('held')) return 'held'
  // A page that was offline has not reported its first steps, among them what it gave to scripts.
  const isWhole = common.some(({ step }) => step === 'happened')
  if (isCollected) return stages.size > 0 && isWhole ? 'acknowledged' : 'collected'
  if (stages.has('acknowledged')) return 'elsewhere'
  if (stages.has('passed on')) return 'passed on'
  return common.at(-1)?.step ?? 'happened'
}

/** What a draft waits for: the page finds out its user first, who may be nobody, and then gets the flags of that user. */
function pendingText(life: Pick<EventLife, 'identity' | 'noUser'> | undefined): string {
  const isKnown = life?.identity !== undefined || life?.noUser === 'signed-out' || life?.noUser === 'refused'
  return isKnown ? 'waits for flags' : EVENT_STAGES.pending.says
}

function stageText(stage: LifeStage, destinations: readonly DestinationLife[]): string {
  const own = destinations.filter((one) => one.stage === stage)
  const names = own.map(({ name }) => name).join(', ')
  const isAll = own.length === destinations.length || own.length === 0
  switch (stage) {
    case 'sent': {
      if (!isAll) return `waits for ${names}`
      const attempts = Math.max(0, ...destinations.map((one) => one.attempts))
      return attempts > 1 ? `sent ${attempts} times` : EVENT_STAGES.sent.says
    }
    case 'held':
      return isAll ? EVENT_STAGES.held.says : `${names} waits for consent`
    case 'refused':
      return isAll ? stage : `${names} refused`
    case 'dropped':
      return isAll ? stage : `dropped for ${names}`
    default:
      return EVENT_STAGES[stage].says
  }
}
