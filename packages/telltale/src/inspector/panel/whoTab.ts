import type { Identity } from '../../core/model/identity.ts'
import { withoutSecrets } from '../../core/model/identity.ts'
import { h, setText } from './h.ts'
import { jsonLine } from './jsonText.ts'
import { rows } from './rows.ts'
import type { Tab } from './tab.ts'

type Fact = readonly [name: string, value: string]

const REASONS = {
  'signed-out': 'Nobody is signed in.',
  refused: 'The token was refused: the user has to sign in again.',
  failed: 'Nobody could be asked who is signed in, or the answer was not valid. It is asked again.',
}

/** Who is signed in, and how that is known. */
export const whoTab: Tab = {
  name: 'Who',
  create({ layer: { identity } }) {
    const said = h('p', { class: 'said' })
    const failure = h('p', { class: 'warning', role: 'status' })
    const empty = h('p', { class: 'empty' })
    const list = h('dl', { class: 'facts' })
    const show = rows<Fact>(
      list,
      ([name]) => name,
      ([name]) => {
        const value = h('dd')
        return { element: h('div', {}, h('dt', {}, name), value), update: ([, text]) => setText(value, text) }
      },
    )
    return {
      element: h('div', {}, said, failure, list, empty),
      update() {
        const who = identity.current.get()
        const isConfirmed = identity.confirmed.get().status === who.status
        const facts = factsOf(who)
        setText(
          said,
          `${sentenceOf(who)}${isConfirmed ? '' : ' This is from an earlier page: it is being asked whether it still holds.'}`,
        )
        const reason = identity.failure.get()
        setText(failure, reason === undefined ? '' : `The latest question has failed: ${reason}`)
        show(facts)
        setText(empty, facts.length > 0 ? '' : 'Nothing is known of a person.')
      },
    }
  },
}

function sentenceOf(who: Identity): string {
  if (who.status === 'resolving') return 'It is being asked who is signed in. Events wait for the answer.'
  if (who.status === 'unknown') return REASONS[who.reason]
  return who.impersonator === undefined ? `${who.name} is signed in.` : `${who.impersonator} acts as ${who.name}.`
}

function factsOf(who: Identity): readonly Fact[] {
  if (who.status === 'unknown' && who.visitor !== undefined) return [['visitor', who.visitor]]
  if (who.status !== 'known') return []
  const accounts = Object.entries(who.accounts ?? {}).map(([kind, account]): Fact => [
    `account: ${kind}`,
    jsonLine(account),
  ])
  const fields = Object.entries(who.person).flatMap(([name, value]): Fact[] => {
    const safe = withoutSecrets(name, value)
    return safe === undefined ? [] : [[name, typeof safe === 'string' ? safe : jsonLine(safe)]]
  })
  return [
    ...(who.impersonator === undefined ? [] : [['impersonator', who.impersonator] as const]),
    ...accounts,
    ...fields,
  ]
}
