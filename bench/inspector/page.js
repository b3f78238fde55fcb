import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createTelltale } from 'telltale'
import { flagSource } from 'telltale/flag-source'
import { inspector } from 'telltale/inspector'
import { TelltaleProvider, useFlag } from 'telltale/react'

const APP = 'Bench'
/** How many components read a flag. */
const READERS = 200

/** @type {import('telltale/flag-source').FlagChanges | undefined} */
let changes
let count = 0
let round = 0

/**
 * Starts a layer with this number of flags, and a page with components that read some of them.
 *
 * @param {{ flagCount: number }} options
 */
export async function start({ flagCount }) {
  count = flagCount
  const telltale = createTelltale({
    app: APP,
    identity: { person: () => ({ unique_identity: 'user-1' }) },
    flags: flagSource({
      name: 'bench',
      create: () => ({
        fetch: async () => ({ flags: flagsNow() }),
        follow: (on) => {
          changes = on
        },
      }),
    }),
    observers: [inspector()],
    silent: true,
  })
  const readers = Array.from({ length: READERS }, (_, index) =>
    createElement(Reader, { key: index, flag: keyOf(index % flagCount) }),
  )
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    createElement(TelltaleProvider, { telltale }, readers),
  )
  while (telltale.flags.status.get() !== 'live') await pause(10)
}

/** Opens the panel, or closes it, as its key does. Resolves once the panel is drawn. */
export async function toggle() {
  const isOpen = host()?.dataset['open'] === undefined
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '`', code: 'Backquote', ctrlKey: true, bubbles: true }))
  while (isOpen && !root()?.querySelector('.flag')) await pause(1)
  await drawn()
}

/** Writes it into the filter. Resolves once the flags are drawn. @param {string} text */
export async function filter(text) {
  const field = root()?.querySelector('input')
  if (!field) throw new Error('There is no filter.')
  field.value = text
  field.dispatchEvent(new Event('input'))
  await drawn()
}

/** Changes the values of all flags. */
export function changeAll() {
  round += 1
  changes?.flags(flagsNow())
}

/** How many elements the panel has. */
export const elements = () => root()?.querySelectorAll('*').length ?? 0

const host = () => /** @type {HTMLElement | null} */ (document.querySelector('telltale-inspector'))
const root = () => host()?.shadowRoot

/** @param {{ readonly flag: string }} props */
function Reader({ flag }) {
  return createElement('p', { className: 'reader' }, String(useFlag(/** @type {never} */ (flag), false)))
}

const flagsNow = () =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      keyOf(index),
      { value: (index + round) % 2 === 0, variation: round % 2, reason: { kind: 'FALLTHROUGH' } },
    ]),
  )

/** @param {number} index */
const keyOf = (index) => `team-${index % 17}-Feature-${String(index).padStart(5, '0')}`

/** After the frame in which it was drawn. */
const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })

/** @param {number} ms */
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
