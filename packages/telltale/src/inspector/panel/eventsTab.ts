import type { Inspected } from '../inspected.ts'
import { newestFirst, type SeenEvent } from '../seen.ts'
import { eventDetails } from './eventDetails.ts'
import { fateOf } from './eventFate.ts'
import { h, setText } from './h.ts'
import { rows, type Row } from './rows.ts'
import type { Tab } from './tab.ts'
import { timeText } from './timeText.ts'

/** The latest events of this page, and what has become of them. */
export const eventsTab: Tab = {
  name: 'Events',
  create(inspected) {
    const { seen } = inspected
    const list = h('ul', { class: 'list' })
    const empty = h('p', { class: 'empty' })
    const show = rows<SeenEvent>(
      list,
      ({ id }) => id,
      () => eventRow(inspected),
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

function eventRow(inspected: Inspected): Row<SeenEvent> {
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
    const filled = eventDetails(shown, inspected)
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
      const { words, tone } = fateOf(event, inspected.layer)
      setText(state, event.isEarlier ? `${words}, from the page before` : words)
      state.dataset['tone'] = tone
      fill()
    },
  }
}
