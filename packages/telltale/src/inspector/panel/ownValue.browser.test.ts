import { expect, it } from 'vitest'
import * as page from '../inspectedPage.suite.ts'

const NOTICE = { visible: true, text: 'Closed on Monday' }
const VARIATIONS = [{ visible: false }, NOTICE]
const definitions = { flags: { notice: { default: VARIATIONS[0], variations: VARIATIONS } } }
const choice = () => page.within<HTMLSelectElement>('select[aria-label="Override notice"]')
const field = () => page.within<HTMLTextAreaElement>('textarea[aria-label="Own value of notice"]')
const isShown = () => field()?.checkVisibility() ?? false
const chosen = () => choice()?.selectedOptions[0]?.textContent

async function openNotice() {
  const telltale = page.start({ flags: { notice: NOTICE }, definitions } as never)
  await page.open()
  return { telltale, value: () => telltale.flags.variation('notice', {} as never) }
}

it('an own value of a flag with known variations is written in a field with a label, which has the present value', async () => {
  const { value } = await openNotice()
  const own = await page.ownValue('notice')
  await expect.poll(isShown).toBe(true)
  expect(own.labels?.[0]?.textContent).toBe('Own value, as JSON')
  expect(own.value).toBe(JSON.stringify(NOTICE, null, 2))
  expect(value(), 'nothing is overridden yet').toEqual(NOTICE)
  own.value = '{"visible":true,"text":"Open"}'
  own.form?.requestSubmit()
  expect(value()).toEqual({ visible: true, text: 'Open' })
  await expect.poll(chosen).toBe('own value…')
  expect(isShown(), 'it can be changed again').toBe(true)
})

it('what is no JSON is said beside the field, belongs to it, and overrides nothing', async () => {
  const { value } = await openNotice()
  const own = await page.ownValue('notice')
  own.value = '{visible'
  own.form?.requestSubmit()
  const described = page.within(`#${own.getAttribute('aria-describedby')}`)
  expect(described?.textContent).toContain('This is not JSON')
  expect(described?.getAttribute('role')).toBe('status')
  expect(own.getAttribute('aria-invalid')).toBe('true')
  expect(own.value, 'it can be mended').toBe('{visible')
  own.value = '{"visible":false,"tone":1}'
  own.form?.requestSubmit()
  expect([described?.textContent, own.getAttribute('aria-invalid')]).toEqual(['', 'false'])
  expect(value()).toEqual({ visible: false, tone: 1 })
})

it('the next page shows the own value in its field, and "as served" ends it', async () => {
  sessionStorage.setItem(page.STORED, '{"notice":{"visible":true,"text":"Mine"}}')
  const { value } = await openNotice()
  await expect.poll(isShown).toBe(true)
  expect(chosen()).toBe('own value…')
  expect(JSON.parse(field()?.value ?? '')).toEqual({ visible: true, text: 'Mine' })
  await page.choose('notice', 'as served')
  expect(value()).toEqual(NOTICE)
  expect(isShown()).toBe(false)
})

it('what is being written stays while the page goes on, and another choice ends it', async () => {
  const { telltale, value } = await openNotice()
  const own = await page.ownValue('notice')
  own.value = '{"vis'
  telltale.track('Opened')
  // The panel looks at the flags each half second.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect([own.value, isShown(), chosen()]).toEqual(['{"vis', true, 'own value…'])
  await page.choose('notice', '{"visible":false}')
  await expect.poll(isShown).toBe(false)
  expect(value()).toEqual({ visible: false })
})

it('a flag that is true or false has no other values', async () => {
  page.start({ flags: { pricing: false } })
  await page.open()
  await expect
    .poll(() => [...(page.within<HTMLSelectElement>('select[aria-label="Override pricing"]')?.options ?? [])].length)
    .toBe(3)
})
