import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CLI = fileURLToPath(new URL('dist/cli.js', import.meta.resolve('@telltale/collector/package.json')))
const BARE = fileURLToPath(new URL('bareServer.mjs', import.meta.url))
const TOPICS = new URL('../../packages/collector/src/testing/kafkaTopics.ts', import.meta.url).href
const PAGE = 4096
const TICKS_PER_SECOND = 100

/** @typedef {Awaited<ReturnType<typeof startBare>>} Server */

/** @param {string} store what `bareStore` takes @param {string} [node] the program that runs it */
export const startBare = (store, node = process.execPath) => start(node, { args: [BARE, store], portIn: /^(\d+)/m })

/** @param {string} store @param {string} [node] the program that runs it */
export const startCollector = (store, node = process.execPath) =>
  start(node, {
    args: [CLI, '--port', '0', '--host', '127.0.0.1', '--store', store],
    portIn: /"port":(\d+)/,
  })

/** Makes a topic. The client of Kafka needs a newer Node. @param {string} node @param {readonly string[]} brokers */
export async function makeTopic(node, brokers) {
  const program = `const { freshTopic } = await import(${JSON.stringify(TOPICS)}); console.log(await freshTopic(${JSON.stringify(brokers)}))`
  const { stdout } = await promisify(execFile)(node, ['--input-type=module', '-e', program])
  return stdout.trim()
}

/** @param {string} node @param {{ args: readonly string[], portIn: RegExp }} how */
async function start(node, { args, portIn }) {
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (portIn.test(said)) break
  }
  child.stdout.resume()
  return {
    url: `http://127.0.0.1:${portIn.exec(said)?.[1]}`,
    processorSeconds: () => processorSeconds(child.pid ?? 0),
    /** Megabytes of memory that the process holds. */
    async memory() {
      const [, resident = '0'] = (await readFile(`/proc/${child.pid}/statm`, 'utf8')).split(' ')
      return (Number(resident) * PAGE) / 1e6
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Seconds of processor time that a process has used, its own and the kernel's for it. @param {number} pid */
export async function processorSeconds(pid) {
  // The command's name, which may contain spaces, ends with the last bracket. See proc(5).
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
