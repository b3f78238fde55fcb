import { FLAG_PREFIX } from '../../core/model/flagPrefix.ts'
import { newestFirst, type SeenDelivery, type SeenEvent, waitsFor } from '../seen.ts'
import { h, setText } from './h.ts'
import { jsonText } from './jsonText.ts'
import { rows, type Row } from './rows.ts'
import type { Tab } from './tab.ts'
import { durationText, timeText } from './timeText.ts'

/** The latest events of this page, and what has become of them. */
export const eventsTab: Tab = {
  name: 'Events',
  create({ layer: { destinations }, seen }) {
    const list = h('ul', { class: 'list' })
    const empty = h('p', { class: 'empty' })
    const show = rows<SeenEvent>(
      list,
      ({ id }) => id,
      () => eventRow(destinations),
    )
    return {
      element: h('div', {}, list, empty),
      update() {
        show(newestFirst(seen))
        setText(empty, seen.events.size > 0 ? '' : 'No event has happened on this page so far.')
      },
    }
  },
}

function eventRow(destinations: readonly string[]): Row<SeenEvent> {
  const time = h('time', { class: 'time' })
  const name = h('span', { class: 'key' })
  const state = h('span', { class: 'state' })
  const details = h('div', { class: 'details', hidden: true })
  const opener = h(
    'button',
    { type: 'button', class: 'opener-row', 'aria-expanded': 'false', click: toggle },
    time,
    name,
    state,
  )
  let shown: SeenEvent | undefined

  function toggle() {
    details.hidden = !details.hidden
    opener.setAttribute('aria-expanded', String(!details.hidden))
    fill()
  }

  function fill() {
    if (!shown || details.hidden) return
    const { event, at, id, isEarlier } = shown
    const without = isEarlier
      ? 'They ended with the page before, of which only the name of the event is kept.'
      : 'They are shown once the event is complete.'
    const properties = Object.entries(event?.properties ?? {})
    const flags = properties.filter(([property]) => property.startsWith(FLAG_PREFIX))
    const own = properties.filter(([property]) => !property.startsWith(FLAG_PREFIX))
    const parts: readonly (readonly [string, string])[] = [
      ['Properties', event ? jsonText(Object.fromEntries(own)) : without],
      ['Flags', event ? jsonText(Object.fromEntries(flags)) : ''],
      ['Overridden', event?.overridden?.join(', ') ?? ''],
      ['User', event ? jsonText(event.identity) : ''],
      ['Address', event?.url ?? ''],
      ['Id', id],
      ['Destinations', destinationsOf(shown, destinations).join('\n')],
      [
        'Steps',
        stepsOf(shown)
          .map(([step, when]) => `+${durationText(when - at)}  ${step}`)
          .join('\n'),
      ],
    ]
    const filled = parts.filter(([, text]) => text !== '')
    // A selection in it is kept while nothing has changed.
    const text = JSON.stringify(filled)
    if (details.dataset['shown'] === text) return
    details.dataset['shown'] = text
    details.replaceChildren(...filled.flatMap(([title, words]) => [h('h3', {}, title), h('pre', {}, words)]))
  }

  return {
    element: h('li', { class: 'event' }, opener, details),
    update(event) {
      shown = event
      setText(time, timeText(event.at))
      setText(name, event.name)
      const { words, tone } = stateOf(event)
      setText(state, event.isEarlier ? `${words}, from the page before` : words)
      state.dataset['tone'] = tone
      fill()
    },
  }
}

const STEPS: Readonly<Record<SeenDelivery['step'], string>> = {
  sent: 'sent',
  acknowledged: 'delivered',
  dropped: 'dropped',
}

function destinationsOf(
  { deliveries, destinations: own }: SeenEvent,
  destinations: readonly string[],
): readonly string[] {
  return [...new Set([...destinations, ...deliveries.keys()])].map((destination) => {
    const delivery = deliveries.get(destination)
    if (!delivery && own && !own.includes(destination)) return `${destination}: not for it`
    if (!delivery) return `${destination}: nothing yet`
    const times = delivery.sent > 1 ? `, sent ${delivery.sent} times` : ''
    return `${destination}: ${STEPS[delivery.step]}${delivery.reason ? ` (${delivery.reason})` : ''}${times}`
  })
}

/** What has happened to an event, in the order of time. */
function stepsOf({ pendingAt, completedAt, storedAt, deliveries }: SeenEvent): readonly (readonly [string, number])[] {
  const own: readonly (readonly [string, number | undefined])[] = [
    ['waits for its user or its flags', pendingAt],
    ['complete', completedAt],
    ['stored', storedAt],
    ...[...deliveries].map(([destination, { step, at }]) => [`${destination}: ${STEPS[step]}`, at] as const),
  ]
  return own
    .flatMap(([step, when]) => (when === undefined ? [] : [[step, when] as const]))
    .sort(([, one], [, other]) => one - other)
}

function stateOf(seen: SeenEvent) {
  const { completedAt, event, deliveries } = seen
  const steps = [...deliveries.values()]
  const delivered = steps.filter(({ step }) => step === 'acknowledged').length
  const refused = [...deliveries].filter(([, { step, reason }]) => step === 'dropped' && reason === 'refused')
  const dropped = steps.filter(({ step }) => step === 'dropped').length - refused.length
  const waits = waitsFor(seen)
  if (!event && completedAt === undefined && dropped === 0)
    return { words: 'waits for its user or its flags', tone: 'waiting' }
  const counted = [
    ...(delivered > 0 ? [`${delivered} delivered`] : []),
    ...(waits.length > 0 ? [`waits for ${waits.join(', ')}`] : []),
    ...(refused.length > 0 ? [`refused by ${refused.map(([name]) => name).join(', ')}`] : []),
    ...(dropped > 0 ? [`${dropped} dropped`] : []),
  ]
  const words = counted.length > 0 ? counted.join(', ') : 'not sent yet'
  const isLost = dropped + refused.length > 0
  return { words, tone: isLost ? 'bad' : delivered > 0 && waits.length === 0 ? 'good' : 'waiting' }
}
