import { randomBytes } from 'node:crypto'

const EACH = 500

/**
 * Delivers as many events to the collector of the local services, as pages do.
 *
 * @param {string} url
 * @param {number} count
 * @param {number} each how many in a delivery
 */
export async function deliver(url, count, each = EACH) {
  for (let first = 0; first < count; first += each) {
    const at = Date.now()
    const events = Array.from({ length: Math.min(each, count - first) }, (_, index) => eventAt(at, first + index))
    const answer = await fetch(`${url}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app: { name: 'Bench', platform: 'web' }, sentAt: at, dropped: {}, events }),
    })
    if (answer.status !== 202) throw new Error(`A delivery was answered with ${answer.status}.`)
  }
}

/** @param {number} at @param {number} index */
function eventAt(at, index) {
  const time = at.toString(16).padStart(12, '0')
  return {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7${randomBytes(2).toString('hex').slice(1)}-8000-${randomBytes(6).toString('hex')}`,
    name: ['Quote sent', 'Load - App - Bench', 'Machine reserved', 'Quote opened'][index % 4],
    at,
    url: `https://desk.example/quotes/${index % 100}`,
    properties: {
      total: 1200 + index,
      currency: 'USD',
      'LDFF: new_pricing': true,
      'LDFF: layout': index % 9 ? 'compact' : 'wide',
    },
    identity: { id: `user-${index % 1000}` },
  }
}
