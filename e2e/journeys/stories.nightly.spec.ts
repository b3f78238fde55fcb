import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

const storyIn = ({ page }: Pick<DeskPage, 'page'>, title: string) =>
  page.getByRole('region', { name: `Story: ${title}` })

/** Plays a story by hand, and returns its sentences. */
async function played(desk: DeskPage, title: string, steps: number): Promise<readonly string[]> {
  const { page } = desk
  await page.getByRole('group', { name: 'Stories' }).getByRole('button', { name: title }).click()
  const story = storyIn(desk, title)
  const sentences: string[] = []
  for (let step = 1; step <= steps; step += 1) {
    await expect(story).toContainText(`${step} of ${steps}`)
    await expect(story).toHaveAttribute('data-status', 'ready')
    sentences.push(String(await story.getByRole('status').textContent()))
    if (step < steps) await story.getByRole('button', { name: 'Next' }).click()
  }
  await story.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('group', { name: 'Stories' })).toBeVisible()
  return sentences
}

test('Kill it: three quotes outlive the collector and the page', async ({ desk, services, complaints }) => {
  complaints.allow(/Failed to load resource|ERR_|T67|collect/i)
  await desk.visit()
  const sentences = await played(desk, 'Kill it', 6)
  expect(sentences[3]).toContain('all 3 have arrived')
  expect(sentences[4]).toContain('pricing')
  expect(sentences[5]).toContain('3 tracked, 3 arrived, 0 at the wrong person.')
  expect(await services.events('Quote sent')).toHaveLength(3)
})

test('Support looks: the quote says both people, and the funnel of the customer does not move', async ({
  desk,
  services,
}) => {
  await desk.visit()
  const sentences = await played(desk, 'Support looks', 6)
  expect(sentences[3]).toContain('marcus.webb@ironline.example did it')
  expect(sentences[4]).toContain('Her funnel has not moved.')
  expect(sentences[5]).toContain('1 tracked, 1 arrived, 0 at the wrong person.')
  const event = await services.arrived('Quote sent')
  expect(event.identity).toMatchObject({ impersonator: 'marcus.webb@ironline.example' })
  // Whoever was here before is here again.
  await expect(desk.page.getByRole('button', { name: /Grace Adeyemi/ })).toBeVisible()
})

test('Why did she see that?: the event leads to its flag in the console', async ({ desk, services, context }) => {
  await desk.visit()
  const { page } = desk
  await page.getByRole('button', { name: 'Why did she see that?' }).click()
  const story = storyIn(desk, 'Why did she see that?')
  for (let step = 1; step < 4; step += 1) {
    await expect(story).toContainText(`${step} of 6`)
    await expect(story).toHaveAttribute('data-status', 'ready')
    await story.getByRole('button', { name: 'Next' }).click()
  }
  const opened = context.waitForEvent('page')
  await story.getByRole('link', { name: 'Open it in the console' }).click()
  const console = await opened
  const event = await services.arrived('Quote sent')
  await expect(console).toHaveURL(`${services.url}/#live/${event.id}`)
  await expect(console.getByRole('link', { name: 'new-pricing' })).toBeVisible()
  // A story that ends too early puts everything back.
  await story.getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('button', { name: /Grace Adeyemi/ })).toBeVisible()
})

test('a story can be played by the keyboard', async ({ desk }) => {
  await desk.visit()
  const { page } = desk
  await page.getByRole('button', { name: 'Support looks' }).focus()
  await page.keyboard.press('Enter')
  const story = storyIn(desk, 'Support looks')
  await expect(story).toHaveAttribute('data-status', 'ready')
  await expect(story.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(story).toContainText('2 of 6')
})

test('whoever leaves the page in the middle of a story comes back as who they were', async ({ desk }) => {
  await desk.visit()
  const { page } = desk
  await page.getByRole('button', { name: 'Support looks' }).click()
  const story = storyIn(desk, 'Support looks')
  await expect(story).toHaveAttribute('data-status', 'ready')
  await story.getByRole('button', { name: 'Next' }).click()
  await expect(story).toContainText('2 of 6')
  await expect(story).toHaveAttribute('data-status', 'ready')
  await page.goto('about:blank')
  await desk.visit()
  await expect(page.getByRole('button', { name: /Grace Adeyemi/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Stories' })).toBeVisible()
})
