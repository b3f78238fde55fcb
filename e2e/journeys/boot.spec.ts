import { expect, test } from '../desk/test.ts'

test('the signed-in user is shown by name, and their flags are in force', async ({ desk }) => {
  await desk.visit()
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  await expect(desk.price).toHaveAccessibleName('Weekly pricing')
  await expect(desk.fields).toHaveAttribute('data-layout', 'compact')
})

test('the first event arrives once, with the user, the flags and the screen size', async ({ desk, services }) => {
  const answers: Promise<{ accepted: number; known: number }>[] = []
  desk.page.on('response', (response) => {
    if (response.url().endsWith('/collect') && response.status() === 202) answers.push(response.json())
  })
  await desk.visit()
  const event = await services.arrived('Fleet viewed')
  expect(event).toMatchObject({
    identity: { id: 'ironline-rentals:31' },
    properties: {
      machines: 24,
      screen_dimensions: '1920x1080',
      'LDFF: new_pricing': true,
      'LDFF: quote_layout': 'compact',
      'LDFF: maintenance_banner': { visible: false },
    },
  })
  expect(event.identity).not.toHaveProperty('impersonator')

  // If the first event were sent twice, the copy would have arrived before a later event.
  await desk.quote('EX-104')
  await services.arrived('Machine selected')
  expect(await services.events('Fleet viewed')).toHaveLength(1)
  await expect.poll(() => answers.length).toBeGreaterThan(1)
  for (const { known } of await Promise.all(answers)) expect(known, 'nothing was sent twice').toBe(0)
})

test('a quote is priced and sent, and its event has the total, the days and the machine', async ({
  desk,
  services,
}) => {
  await desk.visit()
  await desk.quote('EX-209')
  await expect(desk.price).toContainText('1 week at $2,790')
  await expect(desk.total).toHaveText('$4,557')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await expect(desk.page.getByText('Q-4181 sent to Delmar Foundations: EX-209, $4,557.')).toBeVisible()
  const { properties } = await services.arrived('Quote sent')
  expect(properties).toMatchObject({
    total: 4557,
    days: 10,
    machine: 'EX-209',
    category: 'excavators',
    pricing: 'weekly',
  })
  expect(JSON.stringify(properties), 'no customer in the event').not.toContain('Delmar')
})

test('no event is lost when many are tracked while the first is still being written', async ({ desk, services }) => {
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  const machines = ['EX-104', 'EX-117', 'EX-122', 'EX-209', 'EX-214', 'EX-301', 'LD-041', 'LD-058']
  await desk.page.evaluate(async (numbers) => {
    for (const number of numbers) {
      document.querySelector<HTMLElement>(`[aria-label="Quote ${number}"]`)?.click()
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, machines)
  await services.arrived('Machine selected', machines.length)
  const arrived = await services.events('Machine selected')
  expect(arrived.map(({ properties }) => properties['machine'])).toEqual(machines)
})

test('an incomplete quote is not sent, and the first invalid field has the focus', async ({ desk, services }) => {
  await desk.visit()
  await desk.quote('EX-214')
  await desk.sendButton.click()
  await expect(desk.page.getByLabel('Goes out')).toBeFocused()
  await expect(desk.page.getByLabel('Goes out')).toHaveAccessibleDescription(/^On rent: can go out from /)
  await expect(desk.customer).toHaveAccessibleDescription('Who is the quote for?')
  await services.arrived('Machine selected')
  expect(await services.events('Quote sent')).toEqual([])
})
