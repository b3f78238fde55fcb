import { writable } from '../core/lib/readable.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Permits } from '../core/ports/platform.ts'
import type { Step } from '../core/step.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { openConsent } from './openConsent.ts'
import type { ConsentSettings } from './options.ts'
import { startDeciding } from './startDeciding.ts'

export const SPACE = 'Desk@only/'
export const RESOLVING: Identity = { status: 'resolving', epoch: '' }
export const SIGNED_OUT: Identity = { status: 'unknown', reason: 'signed-out', epoch: '' }

export const known = (id: string): Identity => ({
  ...{ status: 'known', person: { unique_identity: id }, name: id, displayIdentity: id, epoch: id },
})

type Follow = (next: Identity) => Identity

/** What stands between a layer with a collector and its platform, without the layer. */
export function open(settings: ConsentSettings = {}, more: object = {}, disk = fakeDisk()) {
  const platform = fakePlatform(undefined, disk)
  const recorded: unknown[] = []
  const warned: string[] = []
  const calls = { deleteDecisions: 0 }
  const listeners: [start: string, listener: () => void][] = []
  const opened = openConsent(
    settings,
    { layer: { destinations: [{ name: 'collector' }], ...more }, platform, space: SPACE },
    {
      isGpc: () => false,
      removeCookies: () => {},
      deleteDecisions: () => void (calls.deleteDecisions += 1),
      onStored(start, listener) {
        listeners.push([start, listener])
        return () => {}
      },
    },
  )
  const next = opened.settings as unknown as {
    events: { steps: Step[] }
    identity: { visitor: { createVisitors(platform: unknown, space: string): Follow } }
  }
  const current = writable<Identity>(RESOLVING)
  const follow = next.identity.visitor.createVisitors(platform, SPACE)
  const layer = {
    record: (_name: string, properties: object) => `e${recorded.push(properties)}`,
    warn: (message: string) => void warned.push(message),
    identity: { current },
  }
  return {
    ...{ ...opened, calls, disk, recorded, warned, clock: platform.clock },
    steps: next.events.steps.map(({ name }) => name),
    permits: opened.platform.permits as Permits,
    storage: opened.platform.storage,
    start: () => next.events.steps[0]?.start?.(layer as never),
    be: (who: Identity) => current.set(follow(who)),
    /** Another tab has changed this key: a decision, or that somebody is forgotten. */
    async hear(key = `consent:${SPACE}`) {
      await platform.settle()
      for (const [start, listener] of listeners) if (key.startsWith(start)) listener()
    },
    connect: () => opened.connect(startDeciding),
    purposes: () => opened.consent.get().purposes,
  }
}
