/**
 * Resolves in a later task, after what the environment does by itself, such as to read the body of a response. A timer would wait for
 * a millisecond or more, a thousand times.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') return void setTimeout(resolve, 0)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
