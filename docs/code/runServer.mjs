import { pathToFileURL } from 'node:url'

// node runServer.mjs <module> <port>: runs a server of a page, in a process of its own, because an error that nothing catches ends it.

const [, , module = '', port] = process.argv
/** What the pages leave to their reader. */
const readers = {
  /** Writes what it stores. @param {readonly { id: string, name: string }[]} events */
  async store(events) {
    if (events.some(({ name }) => name === 'Without a database')) throw new Error('no database')
    console.log(`stored ${JSON.stringify(events)}`)
  },

  /** Fails in both ways in which a function can. @param {string} token */
  sessionOf(token) {
    if (token === 'throws') throw new Error('no database')
    if (token === 'rejects') return Promise.reject(new Error('no database'))
    if (token === 'ended') return Promise.resolve()
    const viewedBy = token === 'viewed' ? 'marcus@support.example' : undefined
    return Promise.resolve({ userId: 'u-1042', name: 'Dana Whitfield', viewedBy })
  },
}
Object.assign(globalThis, readers)
const { server } = await import(pathToFileURL(module).href)
server?.listen(Number(port), '127.0.0.1')
