import type { Engine, EngineTab } from 'stage/engines/engine'
import { startRentalDesk } from '../desk/rentalDesk.ts'
import { openServices } from '../desk/services.ts'
import { prototype, zone, type Library } from './replacedBuiltIns.ts'
import { expect, test } from './test.ts'

/** Clicks the first element of this kind with this name, as soon as there is one. */
async function click(tab: EngineTab, selector: string, name: string) {
  const clicked = () =>
    tab.run(
      (wanted) => {
        const elements = [...document.querySelectorAll<HTMLElement>(wanted.selector)]
        const element = elements.find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent)?.includes(wanted.name))
        element?.click()
        return element !== undefined
      },
      { selector, name },
    )
  await expect.poll(clicked, { message: `${selector} with the name ${name}` }).toBe(true)
}

const JOURNEY =
  'in a React application, a user signs in, sees a flag change, and an event has both the user and the flag'

test(JOURNEY, { tag: '@engines' }, ({ engine }) => playJourney(engine))

for (const library of [zone, prototype]) {
  test(`when ${library.title}: ${JOURNEY}`, { tag: '@engines' }, ({ engine }) => playJourney(engine, library))
}

async function playJourney(engine: Engine, { before, refuses }: Partial<Library> = {}) {
  const desk = await startRentalDesk()
  const profile = await engine.open({ before })
  try {
    const services = await openServices(desk)
    const tab = await profile.openTab()
    await tab.goto(desk.url)
    const user = () => tab.run(() => document.querySelector('[data-user]')?.textContent)
    const pricing = () => tab.run(() => document.querySelector<HTMLElement>('[data-pricing]')?.dataset['pricing'])
    await click(tab, '[data-user]', 'Grace Adeyemi')
    await click(tab, '[role=menuitemradio]', 'Aiko Tanaka')
    await expect.poll(user).toContain('Aiko Tanaka')
    await click(tab, 'button', 'Quote EX-209')
    await expect.poll(pricing).toBe('daily')

    await click(tab, '[data-user]', 'Aiko Tanaka')
    await click(tab, '[role=menuitemradio]', 'Grace Adeyemi')
    await expect.poll(user).toContain('Grace Adeyemi')
    await click(tab, 'nav a', 'Fleet')
    await click(tab, 'button', 'Quote EX-209')
    await expect.poll(pricing).toBe('weekly')
    await services.editFlags((flags) => {
      if (flags['new-pricing']) flags['new-pricing'].on = false
    })
    await expect.poll(pricing).toBe('daily')

    await click(tab, 'nav a', 'Fleet')
    await click(tab, 'button', 'Quote EX-104')
    await services.arrived('Machine selected', 3)
    const events = await services.events('Machine selected')
    expect(events.map(({ identity, properties }) => [identity.id, properties['LDFF: new_pricing']])).toEqual([
      ['harbor-and-pine:2210', false],
      ['ironline-rentals:31', true],
      ['ironline-rentals:31', false],
    ])
    const errors = profile.console.filter(({ type, text }) => type === 'error' && !refuses?.test(text))
    expect(errors).toEqual([])
  } finally {
    await profile.close()
    await desk.stop()
  }
}
