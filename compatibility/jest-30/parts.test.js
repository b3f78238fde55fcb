/** @jest-environment node */
import { httpDestination } from 'telltale/http'
import { testDestination, testVendor } from 'telltale/testing'
import { vendor } from 'telltale/vendor'

const format = {
  encode: (events) => ({ body: JSON.stringify(events), contentType: 'application/json' }),
}

const rows = {
  name: 'rows',
  async deliver(batch, { signal, keepalive }) {
    try {
      const body = JSON.stringify(batch)
      const answer = await fetch('https://rows.test/', { method: 'POST', body, redirect: 'manual', signal, keepalive })
      if (answer.status === 413) return { outcome: 'too-large' }
      if ([400, 422].includes(answer.status)) return { outcome: 'refused', reason: `status ${answer.status}` }
      const isPage = (await answer.text()).startsWith('<')
      if (answer.ok && !isPage) return { outcome: 'delivered' }
      return { outcome: 'retry', afterMs: Number(answer.headers.get('retry-after')) * 1_000 || 0 }
    } catch {
      return { outcome: 'retry' }
    }
  },
}

function start() {
  const received = []
  let isLoaded = false
  return {
    vendor: vendor({
      name: 'own',
      impersonation: 'suppress',
      isLoaded: () => isLoaded,
      identify: ({ person }) => received.push({ type: 'identify', user: person.unique_identity }),
      track: ({ name, properties }) => received.push({ type: 'track', name, properties }),
      reset: () => received.push({ type: 'reset' }),
    }),
    received: () => received,
    load: () => void (isLoaded = true),
  }
}

describe.each([
  ['a destination', testDestination(() => rows)],
  ['a format', testDestination(() => httpDestination({ name: 'format', url: 'https://format.test/' }, format))],
  ['a vendor', testVendor(start)],
])('%s of the application', (_part, checks) => {
  for (const { name, run } of checks) it(name, run)
})
