import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MESSAGES } from './messages.ts'
import { remediesOf } from './remediesOf.ts'

const FILE = join(import.meta.dirname, '../../../packages/telltale/src/inspector/panel/remedies.ts')

test('the panel of the inspector has the remedies of the page of messages', async () => {
  await expect(remediesOf(MESSAGES)).toMatchFileSnapshot(FILE)
})

test('it has those of problems that a page reports, without links, and not those of what is thrown', () => {
  const message = { code: 'T1', text: 'One', cause: 'It.', remedy: "Set `a: 'b'`, see [Two](/two/#three)." }
  const groups = [
    { title: 'Wrong settings', messages: [{ ...message, code: 'T2' }] },
    {
      title: 'Events',
      messages: [
        message,
        { ...message, code: 'T3', text: 'Telltale cannot start. Three' },
        { ...message, code: 'T4', isWithoutCode: true as const },
        { ...message, code: 'T84' },
      ],
    },
  ]
  expect(remediesOf(groups).match(/T\d+: .*/g)).toEqual([`T1: "Set \`a: 'b'\`, see Two.",`])
})
