import { ensureInstalled } from './ensureInstalled.mjs'
import { startOptions, USAGE } from './start/startOptions.mjs'

/** How long, in milliseconds, connections may take to end after Ctrl-C. */
const STOP_WITHIN = 3000

/** How often, in milliseconds, it is looked whether the npm that started this is still there. */
const LOOK_EVERY = 1000

const read = startOptions(process.argv.slice(2))
if (read.type === 'help') end(0, USAGE)
else if (read.type === 'wrong') end(1, `${read.sentence}\n\n${USAGE}`)
else await start(read.options)

/** @param {import('./start/startOptions.mjs').StartOptions} options */
async function start(options) {
  // Until everything is up there is nothing to stop but what was begun: ending the process ends it.
  stopOnSignal(async () => {})
  await ensureInstalled()
  const { ensureBuilt } = await import('./build/ensureBuilt.mjs')
  const { ok } = await ensureBuilt(options.isDev ? { folders: ['packages/local'] } : {})
  if (!ok) return end(1, 'Nothing was started, because the build failed (see above).')

  try {
    const { startAll } = await import('./start/startAll.mjs')
    const { demo, services, stop } = await startAll(options, console.log)
    stopOnSignal(stop)
    if (process.env.npm_lifecycle_event) stopWithParent()
    console.log(`
  Demo application             ${demo}
  Local services and console   ${services}

Ctrl-C stops both.`)
  } catch (error) {
    end(1, `Nothing was started: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** From now on a signal ends everything that `stop` stops, and then the process. @param {() => Promise<void>} stop */
function stopOnSignal(stop) {
  // Vite's own listeners would end the process while the services are still closing.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.removeAllListeners(signal)
    process.once(signal, () => {
      // Ctrl-C reaches this process twice under npm, from the terminal and passed on.
      process.on(signal, () => {})
      setTimeout(() => process.exit(0), STOP_WITHIN)
      stop().then(
        () => process.exit(0),
        (error) => end(1, `Something did not stop as it should: ${error.message}`),
      )
    })
  }
}

/** A parent that is killed cannot pass a signal on, and nobody would know that this still runs. */
function stopWithParent() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), LOOK_EVERY).unref()
}

/** @param {number} code @param {string} text */
function end(code, text) {
  if (code === 0) console.log(text)
  else console.error(text)
  process.exit(code)
}
