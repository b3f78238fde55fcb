import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** How long the page is left to itself after each step, in milliseconds. */
const PAUSE_MS = 10

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Mounts a tree: how many milliseconds that took, and how it ends. */
export async function mount(tree) {
  const root = createRoot(document.querySelector('#root'))
  const start = performance.now()
  // With the effects, in which hooks subscribe, and with what these leave for the end of the task.
  flushSync(() => root.render(tree))
  await undefined
  const ms = performance.now() - start
  await pause()
  return {
    ms,
    async unmount() {
      root.unmount()
      await pause()
    },
  }
}
