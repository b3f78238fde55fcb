import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowOrigin } from 'stage/allowOrigin'
import { listen } from 'stage/listen'
import { ANONYMOUS, personOf, servedAs, userOf, type Answer, type FlagsAnswer, type User } from './evidence.ts'

/** How a service answers. What hangs is cut off when the condition changes. */
export type Condition = 'well' | 'slow' | 'failing' | 'hanging'

/** Who-am-i by token, and flags by context: what they answered and when is on record. */
export interface UserServices {
  readonly urls: { readonly whoAmI: string; readonly flags: string }
  readonly answers: readonly Answer[]
  readonly flagsAnswers: readonly FlagsAnswer[]
  setCondition(service: 'whoAmI' | 'flags', condition: Condition): void
  /** Whom the support user looks at from now on, with the same token. */
  impersonate(customer: User | undefined): void
  /** Another company, which the next answer names. */
  changeCompany(person: string): void
  /** A new version for one user, in each company. */
  changeFlags(user: User): void
  close(): Promise<void>
}

export const SUPPORT = 'support'
const IMPERSONATOR = 'sam'

/** As long as the product's own tokens. A renewed token has another number, and belongs to the same user. */
export const tokenOf = (user: User, renewal: number) => `${user}#${renewal}`.padEnd(36, '~')

export async function startUserServices(): Promise<UserServices> {
  const answers: Answer[] = []
  const flagsAnswers: FlagsAnswer[] = []
  const versions = new Map<User, number>()
  const companies = new Map<string, number>()
  const streams = new Map<ServerResponse, { page: string; user: User }>()
  const faults = { whoAmI: createFault(), flags: createFault() }
  let customer: User | undefined

  const versionOf = (user: User) => versions.get(personOf(user)) ?? 1
  const planOf = (user: User) => {
    const n = versionOf(user)
    const { variation, version: flagVersion } = servedAs(user, n)
    return { value: `${user} ${n}`, version: n, flagVersion, variation, trackEvents: false }
  }

  const companyOf = (person: string) => `${person}-${companies.get(person) ?? 1}`

  function whoAmI({ headers }: IncomingMessage, response: ServerResponse) {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const page = String(headers['authorization-app-platform'])
    const name = token.replace(/#.*$/, '')
    const person = name === SUPPORT && customer ? { id: customer, impersonator: IMPERSONATOR } : { id: name }
    const { id, impersonator: mimic_user } = person
    const company = companyOf(id)
    const body = JSON.stringify({ unique_identity: id, user_name: id, mimic_user, company_id: company })
    const askedMs = Date.now()
    const record = (user: Answer['user'], more?: Pick<Answer, 'wasCutOff'>) =>
      answers.push({ page, token, user, askedMs, atMs: Date.now(), ...more })
    void faults.whoAmI.answer(response, {
      send() {
        record(userOf({ ...person, account: company }))
        sendJson(response, body)
      },
      // The page has asked again, or is gone.
      onFailure: (how) => how === 'aborted' || record('failed', how === 'cut off' ? { wasCutOff: true } : {}),
    })
  }

  function poll(request: IncomingMessage, response: ServerResponse) {
    const { page, user } = audienceOf(request)
    const version = versionOf(user)
    const body = JSON.stringify({ plan: planOf(user) })
    const record = (answered: FlagsAnswer['version']) =>
      flagsAnswers.push({ page, user, version: answered, atMs: Date.now() })
    void faults.flags.answer(response, {
      send() {
        record(version)
        sendJson(response, body)
      },
      onFailure: () => record('failed'),
    })
  }

  function stream(request: IncomingMessage, response: ServerResponse) {
    const audience = audienceOf(request)
    void faults.flags.answer(response, {
      send() {
        streams.set(response, audience)
        response.on('close', () => streams.delete(response))
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        push(response, 'put', { plan: planOf(audience.user) })
      },
    })
  }

  function push(response: ServerResponse, type: 'put' | 'patch', data: object) {
    const { page = '', user = '' } = streams.get(response) ?? {}
    flagsAnswers.push({ page, user, version: versionOf(user), atMs: Date.now() })
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  const whoAmIServer = await listen(allowing(whoAmI))
  const flagsServer = await listen(
    allowing((request, response) => {
      if (request.url?.startsWith('/sdk/goals/')) sendJson(response, '[]')
      else if (request.url?.startsWith('/eval/')) stream(request, response)
      else poll(request, response)
    }),
  )
  return {
    urls: { whoAmI: whoAmIServer.url, flags: flagsServer.url },
    answers,
    flagsAnswers,
    setCondition: (service, condition) => faults[service].set(condition),
    impersonate: (whom) => void (customer = whom),
    changeCompany: (person) => void companies.set(person, (companies.get(person) ?? 1) + 1),
    changeFlags(user) {
      versions.set(user, versionOf(user) + 1)
      for (const [response, audience] of streams) {
        if (personOf(audience.user) === user) push(response, 'patch', { key: 'plan', ...planOf(audience.user) })
      }
    },
    close: async () => void (await Promise.all([whoAmIServer.close(), flagsServer.close()])),
  }
}

/** How long a slow answer takes, in milliseconds: at least, and how much more at most. */
const SLOW_MS = [200, 2_000] as const

interface Attempt {
  send(): void
  /** Called when the page gets 503 or no answer, or has aborted its request. */
  onFailure?(how: 'refused' | 'cut off' | 'aborted'): void
}

function createFault() {
  let condition: Condition = 'well'
  const hanging = new Map<ServerResponse, () => void>()
  return {
    set(next: Condition) {
      condition = next
      const cutOff = [...hanging]
      hanging.clear()
      for (const [response, fail] of cutOff) {
        // First, because the page may see the end before this process has closed the connection.
        fail()
        response.destroy()
      }
    },
    async answer(response: ServerResponse, { send, onFailure = () => {} }: Attempt) {
      const mayHang = condition === 'hanging'
      response.on('close', () => {
        const wasCutOff = mayHang && !hanging.delete(response)
        if (!response.headersSent && !wasCutOff) onFailure('aborted')
      })
      if (mayHang) return void hanging.set(response, () => onFailure('cut off'))
      if (condition === 'failing') {
        onFailure('refused')
        return void response.writeHead(503).end()
      }
      if (condition === 'slow') await sleep(SLOW_MS[0] + Math.random() * SLOW_MS[1])
      if (!response.destroyed) send()
    },
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const allowing =
  (listener: Listener): Listener =>
  (request, response) => {
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else listener(request, response)
  }

const sendJson = (response: ServerResponse, body: string) =>
  void response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)

/** The page and the user of a request for flags: one in a header, the other in the address. */
function audienceOf({ url = '', headers }: IncomingMessage): { page: string; user: User } {
  const page = String(headers['x-launchdarkly-tags']).replace('application-id/', '')
  const context = JSON.parse(Buffer.from(url.split('/').pop() ?? '', 'base64url').toString())
  const { key, anonymous, mimic_user: impersonator } = context.user ?? context
  const account = context.organization?.key
  const user = anonymous ? ANONYMOUS : userOf({ id: key, impersonator, account })
  return { page, user }
}
