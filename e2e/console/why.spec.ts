import { axeViolations } from '../desk/axeViolations.ts'
import { overflow } from '../desk/overflow.ts'
import { smallTargets } from '../desk/smallTargets.ts'
import type { ConsoleServices } from './consoleServices.ts'
import { DANA, happen, PRIYA } from './happenings.ts'
import { expect, test, type ConsolePage } from './test.ts'
import { uuidOf } from './uuidOf.ts'

// The page's Content Security Policy blocks axe-core.
test.use({ bypassCSP: true })

const CONTEXT = { kind: 'user', key: DANA, company_id: 'stonebridge-civil', plan: 'pro' }

/** Gets the flags of a context as a page does, and returns what its events say of one of them. */
async function factsOf({ url }: ConsoleServices, context: object = CONTEXT, flag = 'new-pricing') {
  const path = `${url}/sdk/evalx/rental-desk-local/contexts/${Buffer.from(JSON.stringify(context)).toString('base64url')}`
  const flags = (await (await fetch(`${path}?withReasons=true`)).json()) as Record<
    string,
    { value: unknown; variation: number; flagVersion: number; reason: { kind: string } }
  >
  const { value, variation, flagVersion: version, reason } = flags[flag] ?? {}
  return { value, variation, version, reason: reason?.kind }
}

/** Changes a flag of the file, and waits until the change is in use. */
async function editFlag(services: ConsoleServices, change: object): Promise<void> {
  const text = JSON.stringify({
    environments: { production: 'rental-desk-local', staging: 'rental-desk-local', sandbox: 'rental-desk-local' },
    flags: { ...(await services.flags()), ...change },
  })
  await services.writeFlags(text)
  await expect.poll(async () => (await factsOf(services)).version).not.toBe(4)
}

/** Opens what an event says of a flag, with the keyboard. */
async function openWhy({ page, open, pane }: ConsolePage, event: string, flag = 'new-pricing') {
  await open(`live/${uuidOf(event)}`)
  await pane('Quote sent')
    .getByRole('button', { name: new RegExp(`^Why .* of ${flag}`) })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: `Why this value of ${flag}?` })
  await expect(dialog.getByText(/^The flag is evaluated/)).toHaveCount(0)
  return dialog
}

test('an event says why its person had a value of a flag then, after flag and person have changed', async ({
  console,
  services,
}) => {
  await factsOf(services).then((facts) =>
    happen(services, { id: 'a', more: { flags: { 'new-pricing': facts } }, impersonator: 'grace@ironline.example' }),
  )
  await services.stop()
  await services.start()
  const flags = await services.flags()
  await editFlag(services, { 'new-pricing': { ...flags['new-pricing'], version: 5, on: false } })
  await factsOf(services, { ...CONTEXT, company_id: 'another' })

  const dialog = await openWhy(console, 'a')
  await expect(dialog).toContainText('Rule 1 applied: if company_id is stonebridge-civil or ironline-rentals.')
  await expect(dialog).toContainText('This is what the event says.')
  await expect(dialog).toContainText(/used the application as Dana Whitfield/)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'decided' })).toHaveAttribute('aria-current', 'step')
  await expect(dialog.getByRole('term').filter({ hasText: 'company_id' }).locator('+ dd')).toHaveText(
    'stonebridge-civil',
  )
  await expect(dialog).toContainText(/Version 4, in force since .* until /)
  await expect(dialog).toContainText('new-pricing today: version 5, turned off since then.')
  await console.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(console.page.getByRole('button', { name: /^Why .* of new-pricing/ })).toBeFocused()
  await expect(console.pane('Quote sent')).toBeVisible()
})

test('what is not known is said, and what differs', async ({ console, services }) => {
  const facts = await factsOf(services)
  await happen(
    services,
    { id: 'other', more: { flags: { 'new-pricing': { ...facts, value: false, variation: 1 } } } },
    { id: 'nobody', who: PRIYA, more: { flags: { 'new-pricing': facts } } },
    { id: 'early', at: 1_000, more: { flags: { 'new-pricing': facts } } },
    { id: 'plain', properties: { 'LDFF: new_pricing': true } },
    { id: 'own', more: { flags: { 'new-pricing': { value: 'x' } }, overridden: ['new-pricing'] } },
    { id: 'gone', more: { flags: { 'old-flag': facts } } },
  )
  const says = async (event: string, ...texts: readonly string[]) => {
    const dialog = await openWhy(console, event, event === 'gone' ? 'old-flag' : 'new-pricing')
    for (const text of texts) await expect(dialog).toContainText(text)
  }
  await says('other', 'The event says something else:', 'variation 2, where the flag service had 1.')
  await says('nobody', `What the flag service knew of ${PRIYA} at this moment is not known`, 'Version 4')
  await says('early', 'The services have kept versions of flags only since after this moment.')
  await says('plain', 'does not say how the flag came to it')
  await says('own', 'A panel for developers replaced the value on this page with x.')
  await says('gone', 'There was no flag old-flag', 'The flag is not in the file any more.')
})

test('the explanation is legible in both colour schemes and on a phone', async ({ console, services }) => {
  const facts = await factsOf(services)
  await happen(services, { id: 'a', more: { flags: { 'new-pricing': facts } } })
  const { page } = console
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('about:blank')
    await openWhy(console, 'a')
    expect(await axeViolations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    expect(await smallTargets(page)).toEqual([])
  }
})
