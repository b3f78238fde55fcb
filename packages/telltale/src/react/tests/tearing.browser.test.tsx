import { startTransition, useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useFlag } from '../useFlag.ts'

const READERS = 60

/** Keeps the thread busy for longer than a slice of concurrent rendering. */
function burn() {
  const end = performance.now() + 6
  while (performance.now() < end);
}

it('components never show two values of a flag at once when it changes during a concurrent render', async () => {
  const { telltale, change } = await startLayer({ flags: { price: 1 } })
  const commits: string[] = []
  let rendered = 0
  let hasChangedInTheMiddle = false
  let open = () => {}

  const Reader = () => {
    const price = useFlag('price', 0)
    rendered += 1
    burn()
    return <i>{price} </i>
  }
  const Tree = () => {
    const [isOpen, setOpen] = useState(false)
    open = () => startTransition(() => setOpen(true))
    return (
      <div id="tree">
        {isOpen && Array.from({ length: READERS }, (_, index) => <Reader key={index} />)}
        <Look isOpen={isOpen} />
      </div>
    )
  }
  const Look = ({ isOpen }: { isOpen: boolean }) => {
    useLayoutEffect(() => {
      if (isOpen) commits.push(document.querySelector('#tree')?.textContent ?? '')
    })
    return null
  }

  const observer = new MutationObserver(() => commits.push(document.querySelector('#tree')?.textContent ?? ''))
  await render(inLayer(telltale, <Tree />))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  open()
  // Another task gets its turn while the transition is being rendered, as a message from a stream does.
  await expect.poll(() => rendered, { interval: 1, timeout: 10_000 }).toBeGreaterThan(3)
  hasChangedInTheMiddle = rendered < READERS
  await change({ price: 2 })
  await expect.poll(() => commits.at(-1), { timeout: 10_000 }).toBe('2 '.repeat(READERS))
  observer.disconnect()

  expect(hasChangedInTheMiddle).toBe(true)
  for (const text of commits) expect(new Set(text.trim().split(' ')).size).toBe(1)
  telltale.close()
})
