import { afterEach, expect, vi } from 'vitest'
import { inspector, type InspectorOptions } from '../inspector.ts'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from '../testing.ts'

export const NAME = 'Test'
export const STORED = `telltale:overrides:${NAME}`
const ADDRESS = document.URL
export const running: TestTelltale[] = []

/** Ends what a test has started. */
afterEach(() => {
  for (const telltale of running.splice(0)) telltale.close()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  // WebKit allows a hundred calls in ten seconds.
  if (document.URL !== ADDRESS) history.replaceState(null, '', ADDRESS)
  expect(document.querySelectorAll('telltale-inspector')).toHaveLength(0)
})

type Given = Omit<TestTelltaleOptions, 'settings'> & { readonly settings?: object; readonly inspect?: InspectorOptions }

export type Layer = TestTelltale

export function start({ inspect, settings, ...options }: Given = {}) {
  const telltale = createTestTelltale({
    ...options,
    settings: { ...settings, observers: [inspector(inspect)] },
  } as never)
  running.push(telltale)
  return telltale
}

export const press = (
  init: KeyboardEventInit = { code: 'Backquote', key: '`', ctrlKey: true },
  target: EventTarget = document,
) => target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init }))

export const hosts = () => [...document.querySelectorAll<HTMLElement>('telltale-inspector')]
export const within = <Found extends HTMLElement = HTMLElement>(selector: string, host = hosts()[0]) =>
  host?.shadowRoot?.querySelector<Found>(selector) ?? undefined
export const all = (selector: string, host = hosts()[0]) => [
  ...(host?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
export const button = (name: string) => all('button').find((one) => one.textContent === name)
export const tab = (name: string) => all('[role=tab]').find((one) => one.textContent?.startsWith(name))
export const banner = () => within('.banner [role=status]')?.textContent

export async function open() {
  press()
  await expect.poll(() => within('.panel')).toBeDefined()
}

export async function choose(key: string, value: string) {
  const select = () => within<HTMLSelectElement>(`select[aria-label="Override ${key}"]`)
  await expect.poll(select).toBeDefined()
  const field = select()
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The field for an own value of a flag, which is opened. */
export async function ownValue(key: string): Promise<HTMLTextAreaElement> {
  await choose(key, 'own value…')
  const field = within<HTMLTextAreaElement>(`textarea[aria-label="Own value of ${key}"]`)
  if (!field) throw new Error('There is no field.')
  return field
}

export async function writeValue(key: string, text: string) {
  const field = await ownValue(key)
  field.value = text
  field.form?.requestSubmit()
}
