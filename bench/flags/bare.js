/** What nobody can do without: the floor that clients are held against. */

/** Fetches the flags and parses them. */
export async function bareReady(url) {
  const response = await fetch(`${url}/sdk/evalx/bench/contexts/e30=`)
  return JSON.parse(await response.text())
}

/**
 * Reads the stream and parses its messages; calls back for each but the first, which holds all flags.
 *
 * @returns what copies all values, as an object that its owner may keep
 */
export async function bareStream(url, onMessage) {
  const response = await fetch(`${url}/eval/bench/e30=`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let values = {}
  const read = async () => {
    let text = ''
    let messages = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = text.slice(text.indexOf('data: ') + 6, end)
        text = text.slice(end + 2)
        const parsed = JSON.parse(data)
        if (messages === 0) values = Object.fromEntries(Object.entries(parsed).map(([key, flag]) => [key, flag.value]))
        messages += 1
        if (messages > 1) onMessage()
      }
    }
  }
  void read()
  return () => ({ ...values })
}
