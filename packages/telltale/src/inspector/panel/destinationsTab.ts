import type { Attempt } from '../../core/model/diagnostics.ts'
import { type SeenEvent, waitsFor } from '../seen.ts'
import { h, setText } from './h.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'
import { durationText, timeText } from './timeText.ts'

interface ShownDestination {
  readonly name: string
  readonly attempt: Attempt | undefined
  readonly delivered: number
  /** How many of the latest events wait for it. */
  readonly waiting: number
}

/** The destinations of events, and how deliveries go. */
export const destinationsTab: Tab = {
  name: 'Destinations',
  create({ layer: { destinations }, seen }) {
    const list = h('ul', { class: 'list' })
    const empty = h(
      'p',
      { class: 'empty' },
      destinations.length > 0 ? '' : 'The settings have no destination: events go nowhere.',
    )
    const show = rows<ShownDestination>(
      list,
      ({ name }) => name,
      ({ name }) => {
        const words = h('p', { class: 'note' })
        const state = h('span', { class: 'state' })
        return {
          element: h(
            'li',
            { class: 'flag' },
            h('div', { class: 'line' }, h('span', { class: 'key' }, name), state),
            words,
          ),
          update(destination) {
            const { text, tone } = stateOf(destination)
            setText(state, text)
            state.dataset['tone'] = tone
            setText(words, wordsOf(destination))
          },
        }
      },
    )
    return {
      element: h('div', {}, list, empty),
      update: () =>
        show(
          destinations.map((name) => ({
            name,
            attempt: seen.attempts.get(name),
            delivered: deliveredTo(name, seen.events),
            waiting: [...seen.events.values()].filter((event) => waitsFor(event).includes(name)).length,
          })),
        ),
    }
  },
}

const deliveredTo = (name: string, events: ReadonlyMap<string, SeenEvent>) =>
  [...events.values()].filter(({ deliveries }) => deliveries.get(name)?.step === 'acknowledged').length

function stateOf({ attempt, delivered, waiting }: ShownDestination) {
  if (!attempt && waiting > 0) return { text: 'not ready', tone: 'waiting' }
  if (!attempt)
    return delivered > 0 ? { text: 'takes events', tone: 'good' } : { text: 'no event for it yet', tone: '' }
  if (attempt.outcome === undefined || attempt.outcome === 'delivered') return { text: 'takes events', tone: 'good' }
  return attempt.outcome === 'refused' || attempt.outcome === 'too-large'
    ? { text: 'refuses events', tone: 'bad' }
    : { text: 'fails', tone: 'bad' }
}

function wordsOf({ attempt, delivered, waiting: own }: ShownDestination): string {
  const sentences = [delivered === 1 ? 'It has 1 of the latest events.' : `It has ${delivered} of the latest events.`]
  if (!attempt && own > 0) sentences.push(own === 1 ? '1 event waits for it.' : `${own} events wait for it.`)
  if (attempt) {
    const { waiting, outcome, reason, at, failures, nextAt } = attempt
    if (waiting > 0)
      sentences.push(waiting === 1 ? '1 event waits, in all tabs.' : `${waiting} events wait, in all tabs.`)
    if (outcome !== undefined)
      sentences.push(`Last answer at ${timeText(at)}: ${outcome}${typeof reason === 'string' ? `, ${reason}` : ''}.`)
    if (failures > 1) sentences.push(`${failures} attempts have failed in a row.`)
    if (nextAt !== undefined)
      sentences.push(
        nextAt > Date.now() ? `Next attempt in ${durationText(nextAt - Date.now())}.` : 'The next attempt is due.',
      )
  }
  return sentences.join(' ')
}
