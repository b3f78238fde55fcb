import { expect, it } from 'vitest'
import * as page from '../inspectedPage.suite.ts'

const remedies = () => page.all('.flag').map((row) => row.querySelector('.remedy')?.textContent ?? '')

it('below a problem stands what to do about it, with code as code and without links', async () => {
  const telltale = page.start()
  await page.open()
  page.tab('Problems')?.click()
  telltale.track('')
  telltale.track('Odd', 7 as never)
  await expect.poll(remedies).toEqual(['Remedy: Pass a name.', 'Remedy: Pass values that JSON can hold.'])
  telltale.track('Asked', {}, { messaging: true })
  await expect.poll(remedies).toContain('Remedy: Set messaging, or leave the option out.')
  expect(page.all('.remedy code').map((one) => one.textContent)).toEqual(['messaging'])
})

it('a problem without a code has no remedy, and no command', async () => {
  const { collector } = await import('../../collector.ts')
  const telltale = page.start({
    settings: { destinations: [collector({ url: 'https://collect.test/' })] },
    server: () => ({ status: 503 }),
  })
  await page.open()
  page.tab('Problems')?.click()
  telltale.track('Opened')
  await telltale.advance(10_000)
  await expect.poll(() => page.within('.flag')?.textContent).toContain('It takes no events: status 503')
  expect(remedies()).toEqual([''])
  expect(page.within('.flag')?.textContent).not.toContain('explain')
})

it('without the address of the documentation, a problem has the command that prints its cause', async () => {
  const telltale = page.start()
  await page.open()
  page.tab('Problems')?.click()
  telltale.track('')
  await expect
    .poll(() => page.within('.flag > .note:last-child')?.textContent)
    .toBe('npx telltale explain T60 prints the cause.')
})
