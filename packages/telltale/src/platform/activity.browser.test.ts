import { expect, it } from 'vitest'
import { onActivity } from './activity.ts'

function listen() {
  const heard: string[] = []
  const stop = onActivity(() => heard.push('activity'))
  return { heard, stop }
}

it.each<[string, () => Event, () => EventTarget]>([
  ['a press', () => new PointerEvent('pointerdown', { bubbles: true }), () => document.body],
  ['a key', () => new KeyboardEvent('keydown', { bubbles: true }), () => document.body],
  ['a turn of the wheel', () => new WheelEvent('wheel', { bubbles: true }), () => document.body],
  ['the back button', () => new PopStateEvent('popstate'), () => window],
  [
    'a return from the back/forward cache',
    () => new PageTransitionEvent('pageshow', { persisted: true }),
    () => window,
  ],
  ['a tab that is shown', () => new Event('visibilitychange', { bubbles: true }), () => document],
])('%s is activity, also where the application stops the event', (_, event, target) => {
  const halt = (given: Event) => given.stopImmediatePropagation()
  const { heard, stop } = listen()
  target().addEventListener(event().type, halt)
  target().dispatchEvent(event())
  target().removeEventListener(event().type, halt)
  expect(heard).toEqual(['activity'])
  stop()
  target().dispatchEvent(event())
  expect(heard).toHaveLength(1)
})

it('scrolling by a script is no activity, and neither is a move of the pointer', async () => {
  const { heard, stop } = listen()
  document.body.style.height = '10000px'
  scrollTo(0, 500)
  await expect.poll(() => scrollY).toBeGreaterThan(400)
  document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  expect(heard).toEqual([])
  stop()
})
