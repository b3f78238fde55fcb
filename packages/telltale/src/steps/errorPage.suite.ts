import { createListeners } from '../core/lib/listeners.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Step } from '../core/step.ts'
import { createErrors, type ErrorPage, type ErrorsOptions } from './errors.ts'
import { consentAtOnce, createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

interface PageOptions {
  readonly others?: readonly Step[]
  readonly consent?: boolean
}

/** A page that records its errors, and their properties. */
export function openErrorPage(options?: ErrorsOptions, { others = [], consent = false }: PageOptions = {}) {
  const taken: AnalyticsEvent[] = []
  const listeners = createListeners<[event: object]>()
  const logged: unknown[] = []
  const fail = (error: unknown, message = 'Uncaught') => listeners.notify({ error, message })
  const shown: ErrorPage = { onError: listeners.add, report: fail, log: (error) => void logged.push(error) }
  const platform = fakePlatform()
  const step = createErrors(options, shown)
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      events: { steps: [step, ...others] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
      ...(consent && { consent: consentAtOnce({}, platform) }),
    },
    platform,
  )
  async function recorded(ms = 1_000) {
    await platform.clock.advance(ms)
    return taken.filter(({ kind }) => kind === 'error').map(({ properties }) => properties)
  }
  return { telltale, step, platform, fail, hear: listeners.notify, logged, recorded }
}
