import { FLAG_PREFIX } from '../../core/model/flagPrefix.ts'
import type { SeenDelivery, SeenEvent } from '../seen.ts'
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
        show([...seen.events.values()].reverse())
        setText(empty, seen.events.size > 0 ? '' : 'No event has happened on this page since the inspector runs.')
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
    const { event, at, id } = shown
    const properties = Object.entries(event?.properties ?? {})
    const flags = properties.filter(([property]) => property.startsWith(FLAG_PREFIX))
    const own = properties.filter(([property]) => !property.startsWith(FLAG_PREFIX))
    const parts: readonly (readonly [string, string])[] = [
      ['Properties', event ? jsonText(Object.fromEntries(own)) : 'They are shown once the event is complete.'],
      ['Flags', event ? jsonText(Object.fromEntries(flags)) : ''],
      ['Overridden', event?.overridden?.join(', ') ?? ''],
      ['User', event ? jsonText(event.identity) : ''],
      ['Address', event?.url ?? ''],
      ['Id', id],
      [
        'Steps',
        stepsOf(shown)
          .map(([step, when]) => `${step}: after ${durationText(when - at)}`)
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
      const { words, tone } = stateOf(event, destinations)
      setText(state, words)
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

/** What has happened to an event, in the order of time. */
function stepsOf({ pendingAt, completedAt, storedAt, deliveries }: SeenEvent): readonly (readonly [string, number])[] {
  const own: readonly (readonly [string, number | undefined])[] = [
    ['waits for its user or its flags', pendingAt],
    ['complete', completedAt],
    ['stored', storedAt],
    ...[...deliveries].map(([destination, { step, at, sent, reason }]) => {
      const times = sent > 1 ? `, after ${sent} attempts` : ''
      return [`${destination}: ${STEPS[step]}${reason ? ` (${reason})` : ''}${times}`, at] as const
    }),
  ]
  return own
    .flatMap(([step, when]) => (when === undefined ? [] : [[step, when] as const]))
    .sort(([, one], [, other]) => one - other)
}

function stateOf({ completedAt, event, deliveries }: SeenEvent, destinations: readonly string[]) {
  const all = [...deliveries]
  const dropped = all.filter(([, { step }]) => step === 'dropped')
  if (dropped.length > 0)
    return {
      words: `dropped: ${dropped.map(([name, { reason }]) => `${name} (${reason ?? 'no reason'})`).join(', ')}`,
      tone: 'bad',
    }
  if (!event && completedAt === undefined) return { words: 'waits for its user or its flags', tone: 'waiting' }
  const delivered = all.filter(([, { step }]) => step === 'acknowledged').length
  const isDone = delivered > 0 && all.length === delivered && delivered >= destinations.length
  if (isDone) return { words: 'delivered', tone: 'good' }
  return {
    words: destinations.length === 0 ? 'complete' : `${delivered} of ${destinations.length} delivered`,
    tone: 'waiting',
  }
}
