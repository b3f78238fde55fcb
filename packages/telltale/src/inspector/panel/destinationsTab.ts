import { newestFirst, type Seen, type SeenAttempt, type SeenDelivery, type SeenEvent, waitsFor } from '../seen.ts'
import { awaited, countOf, isDelivered, isPassedOn, isPending, isRefused } from './eventFate.ts'
import { h, setText } from './h.ts'
import { silentIn, slowIn } from './problems.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'
import { durationText, timeText } from './timeText.ts'

interface ShownDestination {
  readonly name: string
  readonly attempt: SeenAttempt | undefined
  /** Of the latest events. */
  readonly delivered: number
  readonly passedOn: number
  readonly refused: readonly SeenEvent[]
  readonly waiting: number
  /** Events that are not complete: they may be for each destination. */
  readonly pending: number
  /** What they wait for. */
  readonly awaited: string
  /** It has a request that it does not answer. */
  readonly isSilent: boolean
  /** How long its latest answer has taken, in milliseconds, if that is long. */
  readonly slowMs: number | undefined
}

/** The destinations of events, and how deliveries go. */
export const destinationsTab: Tab = {
  name: 'Destinations',
  create({ layer, seen }) {
    const { destinations } = layer
    const list = h('ul', { class: 'list' })
    const empty = h(
      'p',
      { class: 'empty' },
      destinations.length > 0 ? '' : 'The settings have no destination: events go nowhere.',
    )
    const show = rows<ShownDestination>(list, ({ name }) => name, destinationRow)
    return {
      element: h('div', {}, list, empty),
      update: () => show(destinations.map((name) => ({ ...shownOf(name, seen), awaited: awaited(layer) }))),
    }
  },
}

function destinationRow({ name }: ShownDestination) {
  const words = h('p', { class: 'note' })
  const state = h('span', { class: 'state' })
  const refused = h('pre', { hidden: true })
  return {
    element: h(
      'li',
      { class: 'flag' },
      h('div', { class: 'line' }, h('span', { class: 'key' }, name), state),
      words,
      refused,
    ),
    update(destination: ShownDestination) {
      const { text, tone } = stateOf(destination)
      setText(state, text)
      state.dataset['tone'] = tone
      setText(words, wordsOf(destination))
      setText(refused, destination.refused.map((event) => `${timeText(event.at)} ${event.name}`).join('\n'))
      refused.hidden = destination.refused.length === 0
    },
  }
}

function shownOf(
  name: string,
  seen: Pick<Seen, 'events' | 'attempts' | 'problems'>,
): Omit<ShownDestination, 'awaited'> {
  const events = newestFirst(seen)
  const those = (isOne: (delivery: SeenDelivery) => boolean) =>
    events.filter(({ deliveries }) => {
      const delivery = deliveries.get(name)
      return delivery !== undefined && isOne(delivery)
    })
  return {
    name,
    attempt: seen.attempts.get(name),
    delivered: those(isDelivered).length,
    passedOn: those(isPassedOn).length,
    refused: those(isRefused),
    waiting: events.filter((event) => waitsFor(event).includes(name)).length,
    pending: events.filter(isPending).length,
    isSilent: silentIn(seen).some(({ where }) => where === name),
    slowMs: slowIn(seen).get(name),
  }
}

function stateOf({ attempt, delivered, passedOn, waiting, isSilent }: ShownDestination) {
  if (isSilent) return { text: 'does not answer', tone: 'bad' }
  if (!attempt && waiting > 0) return { text: 'not ready', tone: 'waiting' }
  if (!attempt?.outcome || attempt.outcome === 'delivered') {
    if (passedOn > 0) return { text: 'its script is called', tone: '' }
    return attempt || delivered > 0 ? { text: 'takes events', tone: 'good' } : { text: 'no event for it yet', tone: '' }
  }
  return attempt.outcome === 'refused' || attempt.outcome === 'too-large'
    ? { text: 'refuses events', tone: 'bad' }
    : { text: 'fails', tone: 'bad' }
}

function wordsOf(shown: ShownDestination): string {
  const { attempt, delivered, passedOn, refused, waiting, pending } = shown
  const sentences =
    passedOn > 0
      ? [`${latest(passedOn)} passed on to its script, which confirms nothing.`]
      : [`It has ${delivered === 0 ? 'none' : delivered === 1 ? 'one' : delivered} of the latest events.`]
  if (attempt?.address !== undefined) sentences.unshift(`It is at ${attempt.address}.`)
  if (refused.length > 0)
    sentences.push(
      `${latest(refused.length)} refused. They are kept in the browser: telltale.refused.retry() sends them again.`,
    )
  if (pending > 0) sentences.push(`${countOf(pending, `wait for ${shown.awaited}`)}.`)
  if (!attempt && waiting > 0) sentences.push(`${countOf(waiting, 'wait for it')}.`)
  return [...sentences, ...answerOf(shown)].join(' ')
}

/** What it has answered, and when it is asked again. */
function answerOf({ attempt, passedOn, slowMs }: ShownDestination): readonly string[] {
  if (!attempt) return []
  const { waiting, outcome, reason, at, failures, nextAt, isEarlier } = attempt
  const isAnswer = outcome !== undefined && (passedOn === 0 || outcome !== 'delivered')
  return [
    ...(waiting > 0 ? [`${countOf(waiting, 'wait')}, in all tabs.`] : []),
    ...(isAnswer
      ? [
          `Last answer at ${timeText(at)}${isEarlier ? ', to the page before' : ''}: ${outcome}${typeof reason === 'string' ? `, ${reason}` : ''}.`,
        ]
      : []),
    ...(slowMs === undefined ? [] : [`It has taken ${durationText(slowMs)} to answer.`]),
    ...(failures > 1 ? [`${failures} attempts have failed in a row.`] : []),
    ...(nextAt === undefined
      ? []
      : [nextAt > Date.now() ? `Next attempt in ${durationText(nextAt - Date.now())}.` : 'The next attempt is due.']),
  ]
}

const latest = (count: number) => (count === 1 ? 'One of the latest events was' : `${count} of the latest events were`)
