import { flagMap } from '../flags/flagMessages.ts'
import type { Explanation, ExplanationQuestion } from '../versions/explanation.ts'
import { startPastServices } from './pastServices.ts'
import { encoded } from './people.ts'
import { ENVIRONMENTS, FLAG_KEYS, type Random } from './randomFlags.ts'

type Got = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A page with the flags that it has got. */
interface Client {
  readonly environment: string
  context: Readonly<Record<string, unknown>> & { readonly key: string }
  got?: Got
  /** Which change, and which context of the person, it has got its flags after. */
  knows?: { readonly change: number; readonly sent: number }
}

/** What an event says of a flag, and what was true. */
export interface PastMoment {
  readonly question: ExplanationQuestion
  readonly reason: unknown
  readonly context: unknown
  /** Whether time and stamp alone tell which flags and which context it was. */
  readonly isExact: boolean
}

export interface PastMoments {
  readonly moments: readonly PastMoment[]
  explain(question: ExplanationQuestion): Promise<Explanation>
  close(): Promise<void>
}

const START = 1_700_000_000_000
const MINUTE = 60_000

/**
 * Plays a history of the services with a clock of its own: flags and people are edited by the console's commands and in their files, pages
 * poll, are updated and record events, the store of versions restarts, and the clock stands still or is set back.
 */
export async function playPastMoments(count: number, random: Random): Promise<PastMoments> {
  let clock = START
  const services = await startPastServices({ random, now: () => clock })
  const { flags, people, editFlag } = services
  const moments: (Omit<PastMoment, 'isExact'> & { readonly order: number; readonly isFresh: boolean })[] = []
  /** The times of all changes, of all contexts that were sent, and to which the clock was set back, in their order. */
  const times: number[] = []
  const sent = new Map<string, { readonly json: string; readonly order: number }>()
  let change = 0
  flags.subscribe(() => (change = times.push(clock)))
  const clients: Client[] = Array.from({ length: 9 }, (_, index) => ({
    environment: ENVIRONMENTS[index % 2] ?? '',
    context: contextOf(people[index % 3] ?? ''),
  }))

  /** As the page knows the person: who is in users.json now. */
  function contextOf(id: string): Client['context'] {
    const user = services.users().find(({ identity }) => identity.unique_identity === id)
    const single = { ...user?.identity, kind: 'user', key: id }
    return random.chance(0.8) ? single : { ...single, visits: random.below(3) }
  }

  function note(client: Client, got: Got): void {
    client.got = got
    client.knows = { change, sent: sent.get(placeOf(client))?.order ?? 0 }
  }

  async function poll(client: Client): Promise<void> {
    const path = `/sdk/evalx/${client.environment}/contexts/${encoded(client.context)}`
    const answer = await services.get(`${path}?withReasons=true`)
    const json = JSON.stringify(client.context)
    if (sent.get(placeOf(client))?.json !== json) sent.set(placeOf(client), { json, order: times.push(clock) })
    note(client, answer as Got)
  }

  /** As an open stream does. */
  async function update(client: Client): Promise<void> {
    if (client.got === undefined) return
    const { environments, version } = flags.now()
    const evaluated = await environments.get(client.environment)?.engine.evaluate(client.context, { withReasons: true })
    if (evaluated === undefined) return
    client.got = flagMap(evaluated, version) as Got
    client.knows = { change, sent: client.knows?.sent ?? 0 }
  }

  function track({ got, knows, environment, context }: Client, at: number): void {
    const key = random.of(FLAG_KEYS)
    const { [key]: flag } = got ?? {}
    services.clockShows()
    if (flag === undefined) return
    const { value, variation, flagVersion, reason } = flag
    const stamp = {
      // As a page does: without a variation, it shows its own fallback.
      value: variation === undefined ? 'fallback' : value,
      ...(typeof variation === 'number' && { variation }),
      version: flagVersion as number,
      reason: (reason as { kind: string }).kind,
    }
    const isFresh =
      at === clock &&
      knows?.change === change &&
      knows.sent === sent.get(JSON.stringify([environment, context.key]))?.order
    const question = { environment, flag: key, at, identity: { id: context.key }, stamp }
    moments.push({ question, reason, context, order: times.length, isFresh })
  }

  /** An event that waits for the flags of its page. */
  async function trackBeforeFlags(): Promise<void> {
    const client = random.of(clients)
    const at = clock
    clock += random.below(MINUTE / 2)
    if (random.chance(0.3)) await editFlag()
    clock += random.below(MINUTE / 3)
    await poll(client)
    track(client, at)
  }

  function moveClock(): void {
    const before = clock
    if (random.chance(0.002)) clock -= random.below(300 * MINUTE)
    else if (random.chance(0.02)) clock -= random.below(2_000)
    else if (random.chance(0.7)) clock += random.below(random.chance(0.2) ? 60 * MINUTE : 50)
    if (clock < before) times.push(clock)
  }

  async function signInAgain(): Promise<void> {
    const client = random.of(clients)
    client.context = contextOf(client.context.key)
    await poll(client)
  }

  const acts: readonly (readonly [number, () => unknown])[] = [
    [25, () => poll(random.of(clients))],
    [10, () => update(random.of(clients))],
    [45, () => track(random.of(clients), clock)],
    [4, trackBeforeFlags],
    [5, signInAgain],
    [8, editFlag],
    [3, services.editFlagsFile],
    [1, () => services.breakFlagsFile(() => poll(random.of(clients)))],
    [4, services.editPerson],
    [1, services.restart],
  ]
  while (moments.length < count) {
    moveClock()
    await random.weighted(acts)()
  }
  await services.restart()

  return {
    moments: moments.map(({ order, isFresh, ...moment }) => ({
      ...moment,
      isExact: isFresh && times.slice(order).every((time) => time > moment.question.at),
    })),
    explain: async (question) => (await services.send('POST', '/console/explanations', question)) as Explanation,
    close: services.close,
  }
}

const placeOf = ({ environment, context }: Client) => JSON.stringify([environment, context.key])
