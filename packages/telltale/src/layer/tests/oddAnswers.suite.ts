import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { answerFrom, watchRejections, type OddAnswer, type OddServer } from '../../testing/oddAnswers.suite.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** Nothing of it may be in the console. */
const TOKEN = 'token-of-ida'.padEnd(36, '~')
export const PERSONAL = /token-of-ida|ida@hire\.test|Ida Hire/

const GOOD = {
  whoAmI: { unique_identity: 'ida', user_name: 'Ida Hire', email_address: 'ida@hire.test' },
  flags: { color: { value: 'blue', version: 1, variation: 0 } },
}

/** One browser whose services can be made to answer in odd ways. */
export function oddBrowser() {
  const disk = fakeDisk()
  const servers = {
    whoAmI: { at: 'who-am-i', good: JSON.stringify(GOOD.whoAmI), requests: [] } as OddServer,
    flags: { at: '/sdk/evalx/', good: JSON.stringify(GOOD.flags), requests: [] } as OddServer,
    goals: { at: '/sdk/goals/', good: '[]', requests: [] } as OddServer,
    collector: { at: 'collect', good: '{"stored":1}', requests: [] } as OddServer,
  }
  const logged: string[] = []
  const rejections = watchRejections()
  let now = Date.UTC(2026, 0, 1)

  function open() {
    const platform = fakePlatform(() => ({ status: 202 }), disk, now)
    Object.assign(platform.log, {
      error: (message: string, cause?: Error) => logged.push(cause ? `${message}: ${cause.message}` : message),
      warn: (message: string) => logged.push(message),
    })
    for (const server of Object.values(servers)) answerFrom(server, platform)
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        auth: { token: () => TOKEN },
        flags: launchDarklyAtOnce({ clientSideId: 'env', streaming: false, diagnosticOptOut: true }),
        destinations: [collector({ url: 'https://collect.test/' })],
      },
      platform,
    )
    async function wait(ms: number) {
      now += ms
      await platform.clock.advance(ms)
    }
    async function leave() {
      platform.leave()
      await platform.settle()
      now += 1_000
    }
    const who = () => {
      const shown = telltale.identity.current.get()
      return shown.status === 'known' ? shown.person.unique_identity : shown.status
    }
    return { telltale, wait, leave, who, color: () => telltale.flags.variation('color', 'none') }
  }

  /** Each event that the collector got, in the order of the copies: its name and its user. */
  const arrived = () =>
    servers.collector.requests
      .flatMap(({ body = '{}' }) => (readBatch(body) as { events?: AnalyticsEvent[] }).events ?? [])
      .filter(({ name }) => !name.startsWith('Load'))
      .map(({ name, identity }) => `${name} of ${identity.id ?? 'nobody'}`)

  return { servers, open, logged, arrived, rejections: rejections.end }
}

/** The rows of a table: the title first. */
export const rowsOf = (answers: readonly OddAnswer[]) => answers.map((answer) => [answer.title, answer] as const)
