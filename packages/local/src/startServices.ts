import { collector as createCollector } from './collector/collector.ts'
import { databaseName } from './collector/databaseUrl.ts'
import { eventStore } from './collector/eventStore.ts'
import { consoleFeed } from './console/consoleFeed.ts'
import { consoleFiles } from './console/consoleFiles.ts'
import { faultBoard } from './faults/faultBoard.ts'
import { faultGate } from './faults/faultGate.ts'
import { watchedFile } from './files/watchedFile.ts'
import { flagEvents } from './flags/flagEvents.ts'
import { readFlagsFile } from './flags/flagsFile.ts'
import { flagStore } from './flags/flagStore.ts'
import { flagStreams } from './flags/flagStreams.ts'
import { switchFlag } from './flags/switchFlag.ts'
import { collectorRoutes } from './routes/collectorRoutes.ts'
import { consoleRoutes } from './routes/consoleRoutes.ts'
import { exportRoutes } from './routes/exportRoutes.ts'
import { flagRoutes } from './routes/flagRoutes.ts'
import { identityRoutes } from './routes/identityRoutes.ts'
import { ofrepRoutes } from './routes/ofrepRoutes.ts'
import { createApp } from './server/createApp.ts'
import { listen } from './server/listen.ts'
import { readUsersFile } from './users/usersFile.ts'

export interface LocalServicesOptions {
  /** The next free one is used when it is taken; 0 means any. */
  readonly port: number
  /** Where events are kept: `:memory:`, the path of a file, or the URL of a libSQL database. */
  readonly data: string
  readonly flagsFile: string
  readonly usersFile: string
  /** Gets a line for whatever a person at the terminal would want to know. */
  readonly log?: (line: string) => void
  /** Milliseconds between the comments that keep flag streams alive. */
  readonly heartbeatMs?: number
  /** The folder of the built console, if it is not the one that belongs to this package. */
  readonly consoleFolder?: string
}

export interface LocalServices {
  readonly url: string
  readonly port: number
  /** Ends every connection and releases the files. Resolves when nothing is left running. */
  close(): Promise<void>
}

/**
 * Starts who-am-i, the flag service, the collector and the console on 127.0.0.1. Rejects, with a sentence, when a file cannot
 * be used; once started, a file that breaks is reported and its last good content stays in force.
 */
export async function startServices(options: LocalServicesOptions): Promise<LocalServices> {
  const log = options.log ?? (() => undefined)
  const closers: (() => unknown)[] = []
  try {
    const flagsFile = await watchedFile(options.flagsFile, { read: readFlagsFile, log })
    closers.push(() => flagsFile.close())
    const usersFile = await watchedFile(options.usersFile, { read: readUsersFile, log })
    closers.push(() => usersFile.close())
    const flags = await flagStore(flagsFile)
    closers.push(() => flags.close())
    const streams = flagStreams(flags, options.heartbeatMs)
    closers.push(() => streams.close())
    const events = await eventStore(options.data)
    closers.push(() => events.close())
    const collector = await createCollector(events)
    const reported = flagEvents()
    const faults = faultBoard()
    const gate = faultGate(faults)

    const startedAt = Date.now()
    const feed = consoleFeed({
      collector,
      state: () => ({
        startedAt,
        data: databaseName(options.data),
        flagsFile: { path: flagsFile.path, problems: flagsFile.problems() },
        environments: [...flags.now().file.environments.values()].map((environment) => ({
          id: environment.id,
          levels: environment.levels,
          flags: Object.values(environment.flags),
        })),
        counts: reported.counts(),
        segments: Object.values(flags.now().file.segments),
        usersFile: { path: usersFile.path, problems: usersFile.problems() },
        users: usersFile.value(),
        connections: streams.connections(),
        changes: [],
        faults: faults.faults(),
      }),
    })
    closers.push(() => feed.close())
    for (const part of [flagsFile, usersFile, flags, streams, reported, faults]) part.subscribe(feed.stateChanged)

    const app = createApp(
      [
        identityRoutes(usersFile.value, gate),
        flagRoutes({ store: flags, streams, events: reported }, gate),
        ofrepRoutes({ store: flags, streams }, gate),
        collectorRoutes(collector, gate),
        exportRoutes(collector),
        consoleRoutes({
          files: await consoleFiles(options.consoleFolder),
          feed,
          faults,
          store: flags,
          switchFlag: switchFlag(options.flagsFile),
        }),
      ],
      log,
    )
    const listening = await listen(app.fetch, options.port)
    closers.push(() => {
      // Streams end first, in good order: to their readers it is the end, not an accident.
      feed.close()
      streams.close()
      return listening.close()
    })
    if (options.port !== 0 && listening.port !== options.port)
      log(`Port ${options.port} is taken: using ${listening.port}.`)

    let closing: Promise<void> | undefined
    return {
      url: `http://127.0.0.1:${listening.port}`,
      port: listening.port,
      close: () => (closing ??= closeAll(closers)),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** The last that was started ends first. */
async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
  for (const close of [...closers].reverse()) await close()
}
