import type { OverriddenFlag, PageDelivery, PageProblem } from '../protocol/consoleConnections.ts'
import { LIFE_STEPS, NO_USER, type LifeStep, type NoUser } from '../protocol/eventLife.ts'
import { isRecord } from '../json/isRecord.ts'
import { isTime } from '../json/isTime.ts'
import { invalid, parseJson, type Parsed } from '../json/parseJson.ts'

/** A page's report about itself and its events. */
export interface LifeReport {
  /** The random id of the page. */
  readonly tab: string
  /** The same in all tabs of a browser at one origin. */
  readonly browser?: string
  /** When it was sent, by the page's clock. */
  readonly now?: number
  /** By how much this clock is wrong: see `byOwnClock`. */
  readonly clockAheadMs?: number
  /** The flags that show another value than the service has sent. */
  readonly overridden?: readonly OverriddenFlag[]
  readonly page: string
  readonly app: string
  readonly identity: string | null
  /** Why there is no user. Absent for a page of an earlier version. */
  readonly noUser?: NoUser
  /** The user of an earlier page is shown, and who-am-i has not answered yet: an event may be of another user. */
  readonly isRemembered?: boolean
  readonly flags: string
  /** The names of its destinations. */
  readonly destinations?: readonly string[]
  readonly error?: string
  /** All problems that the page has had. */
  readonly problems?: readonly PageProblem[]
  /** What it knows of the destinations that it has sent events. */
  readonly deliveries?: readonly PageDelivery[]
  /** The tab of the page is in the background. */
  readonly isHidden?: true
  /** The page may be closed. It counts as closed unless it reports again immediately. */
  readonly leaving?: boolean
  readonly steps: readonly ReportedStep[]
}

export interface ReportedStep extends LifeStep {
  readonly id: string
  readonly name?: string
  /** Those of the step `completed`: which destinations the event is for, and what it has. */
  readonly destinations?: readonly string[]
  readonly event?: Readonly<Record<string, unknown>>
}

const MAX_STEPS = 5000
const MAX_PROBLEMS = 100
const MAX_DELIVERIES = 100
const MAX_OVERRIDES = 100
const OUTCOMES = ['delivered', 'failed', 'refused']
/** The most characters of a string in a report. */
const MAX_TEXT = 2000

export function readLifeReport(text: string): Parsed<LifeReport> {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return json
  const { value } = json
  if (!isRecord(value) || !isText(value['tab']) || value['tab'] === '')
    return invalid('It needs a "tab", a non-empty string.')
  const { tab, page, app, identity = null, flags, destinations, error, problems, deliveries, steps = [] } = value
  const { browser, now, overridden } = value
  for (const [name, one] of Object.entries({ page, app, flags, error, browser }))
    if (one !== undefined && !isText(one))
      return invalid(`"${name}" must be a string of at most ${MAX_TEXT} characters.`)
  if (identity !== null && !isText(identity)) return invalid('"identity" must be a string or null.')
  if (destinations !== undefined && !isTexts(destinations)) return invalid('"destinations" must be a list of strings.')
  if (problems !== undefined && !isProblems(problems))
    return invalid(`"problems" must be a list of at most ${MAX_PROBLEMS} problems: where, message, since, at, times.`)
  if (deliveries !== undefined && !isDeliveries(deliveries))
    return invalid(`"deliveries" must be a list of at most ${MAX_DELIVERIES} destinations: name, failures, times.`)
  if (now !== undefined && !isTime(now)) return invalid('"now" must be a time in milliseconds.')
  if (overridden !== undefined && !isOverridden(overridden))
    return invalid(`"overridden" must be a list of at most ${MAX_OVERRIDES} flags: key, value.`)
  if (!Array.isArray(steps) || steps.length > MAX_STEPS)
    return invalid(`"steps" must be a list of at most ${MAX_STEPS} steps.`)
  const wrong = steps.findIndex((step) => !isStep(step))
  if (wrong >= 0)
    return invalid(`Step ${wrong} needs an "id", "at" in milliseconds, and a "step": ${LIFE_STEPS.join(', ')}.`)
  return {
    outcome: 'ok',
    value: {
      tab,
      ...(isText(browser) && { browser }),
      ...(now !== undefined && { now }),
      ...(overridden !== undefined && { overridden }),
      page: String(page ?? ''),
      app: String(app ?? ''),
      identity,
      ...noUserOf(identity, value['noUser']),
      ...(value['isRemembered'] === true && { isRemembered: true }),
      flags: String(flags ?? ''),
      ...(destinations !== undefined && { destinations }),
      ...(isText(error) && error !== '' && { error }),
      ...(problems !== undefined && { problems }),
      ...(deliveries !== undefined && { deliveries }),
      ...(value['isHidden'] === true && { isHidden: true }),
      ...(value['leaving'] === true && { leaving: true }),
      steps: steps as ReportedStep[],
    },
  }
}

/** A page of a later version may give a reason that is unknown here: it counts as one without a reason. */
function noUserOf(identity: string | null, given: unknown): Pick<LifeReport, 'noUser'> {
  const noUser = NO_USER.find((one) => one === given)
  return identity === null && noUser !== undefined ? { noUser } : {}
}

function isStep(value: unknown): value is ReportedStep {
  if (!isRecord(value)) return false
  const {
    id,
    step,
    at,
    destination,
    name,
    reason,
    purpose,
    isUnconfirmed = true,
    destinations = [],
    event = {},
  } = value
  return (
    isText(id) &&
    id !== '' &&
    isTime(at) &&
    LIFE_STEPS.some((one) => one === step) &&
    [destination, name, reason, purpose].every((text) => text === undefined || isText(text)) &&
    isUnconfirmed === true &&
    isTexts(destinations) &&
    isRecord(event)
  )
}

function isProblems(value: unknown): value is readonly PageProblem[] {
  return Array.isArray(value) && value.length <= MAX_PROBLEMS && value.every(isProblem)
}

function isProblem(value: unknown): value is PageProblem {
  if (!isRecord(value)) return false
  const { where, message, isError, since, at, endedAt = 0, times } = value
  return (
    [where, message].every(isText) &&
    typeof isError === 'boolean' &&
    [since, at, endedAt].every(isTime) &&
    Number.isSafeInteger(times)
  )
}

function isDeliveries(value: unknown): value is readonly PageDelivery[] {
  return Array.isArray(value) && value.length <= MAX_DELIVERIES && value.every(isDelivery)
}

function isDelivery(value: unknown): value is PageDelivery {
  if (!isRecord(value)) return false
  const {
    name,
    address = '',
    outcome = 'delivered',
    isUnconfirmed = true,
    reason = '',
    failures,
    waiting = 0,
    lastError,
  } = value
  const { sentAt = 0, answeredAt = 0, failingSinceAt = 0, nextAt = 0 } = value
  return (
    [name, reason, address].every(isText) &&
    isUnconfirmed === true &&
    OUTCOMES.some((one) => one === outcome) &&
    [failures, waiting].every(isCount) &&
    [sentAt, answeredAt, failingSinceAt, nextAt].every(isTime) &&
    (lastError === undefined || isPastError(lastError))
  )
}

function isPastError(value: unknown): boolean {
  return isRecord(value) && isTime(value['at']) && isText(value['reason']) && isCount(value['failures'])
}

function isOverridden(value: unknown): value is readonly OverriddenFlag[] {
  if (!Array.isArray(value) || value.length > MAX_OVERRIDES) return false
  return value.every((one) => isRecord(one) && isText(one['key']) && isText(one['value']))
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT
}
