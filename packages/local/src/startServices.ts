import { dirname, join } from 'node:path'
import { createCollector, type CollectorLimits } from './collector/collector.ts'
import { createExperiments } from './collector/experiments.ts'
import { followStore } from './collector/followStore.ts'
import { fileBeside, nameOfData, openEvents } from './collector/openEvents.ts'
import { createConsoleFeed } from './console/consoleFeed.ts'
import { consoleFiles } from './console/consoleFiles.ts'
import { createObservation } from './console/observation.ts'
import { createFlagEdits } from './editing/flagEdits.ts'
import { createFlagHistory } from './editing/flagHistory.ts'
import { createPeopleEdits } from './editing/peopleEdits.ts'
import { createErrorAnswers } from './errors/errorAnswers.ts'
import type { Fault } from './faults/fault.ts'
import { createFaultBoard } from './faults/faultBoard.ts'
import { createFaultGate } from './faults/faultGate.ts'
import { createWatchedFile, type WatchedFile } from './files/watchedFile.ts'
import { readFlagsFile, type FlagsFile } from './flags/flagsFile.ts'
import { createFlagStore } from './flags/flagStore.ts'
import { createFlagStreams } from './flags/flagStreams.ts'
import { preferLinearPatterns } from './flags/linearPatterns.ts'
import { createCollectorRoutes } from './routes/collectorRoutes.ts'
import { createConsoleRoutes } from './routes/consoleRoutes.ts'
import { createErrorRoutes } from './routes/errorRoutes.ts'
import { createExperimentRoutes } from './routes/experimentRoutes.ts'
import { createExplanationRoutes } from './routes/explanationRoutes.ts'
import { createExportRoutes } from './routes/exportRoutes.ts'
import { createFlagEditRoutes } from './routes/flagEditRoutes.ts'
import { createFlagRoutes } from './routes/flagRoutes.ts'
import { createIdentityRoutes } from './routes/identityRoutes.ts'
import { createLifeRoutes } from './routes/lifeRoutes.ts'
import { createOfrepRoutes } from './routes/ofrepRoutes.ts'
import { createPageRoutes } from './routes/pageRoutes.ts'
import { createPeopleRoutes } from './routes/peopleRoutes.ts'
import { createServerSdkRoutes } from './routes/serverSdkRoutes.ts'
import { createVendorRoutes } from './routes/vendorRoutes.ts'
import { createApp } from './server/createApp.ts'
import { listen, LOOPBACK } from './server/listen.ts'
import { readUsersFile } from './users/usersFile.ts'
import { vendorScripts } from './vendors/vendorScripts.ts'
import { keepVersions } from './versions/keptVersions.ts'

export interface LocalServicesOptions {
  /** The next free port is used if it is taken. 0 means any free port. */
  readonly port: number
  /** Rejects if the port is taken, instead of using another one. */
  readonly isStrictPort?: boolean
  /** The command that starts them with these arguments, for messages. */
  readonly commandWith?: (args: string) => string
  /** The address to listen on, 127.0.0.1 by default. Another address admits other machines, which must use it as Host. */
  readonly host?: string
  /** Where events are kept: `:memory:`, the path of a file, or the address of a database of PostgreSQL. */
  readonly data: string
  /**
   * Where the versions of flags, and what flag clients sent of people, are kept: the path of a file, or `:memory:`. When absent, beside
   * `data` if that is a file, and otherwise in memory.
   */
  readonly versionsFile?: string
  readonly flagsFile: string
  readonly usersFile: string
  /** The metrics by which experiments are judged. `metrics.json` in the folder of `flagsFile` when absent. */
  readonly metricsFile?: string
  /** The faults that are set at the start. */
  readonly faults?: readonly Fault[]
  /** The limits beyond which the collector answers 413 and 429. */
  readonly collectorLimits?: CollectorLimits
  /** Called with messages for the terminal. */
  readonly log?: (line: string) => void
  /** Milliseconds between the comments that keep flag streams alive. */
  readonly heartbeatMs?: number
  /** The folder of the built console, if it is not the one that belongs to this package. */
  readonly consoleFolder?: string
  /** The folder of the built scripts of the vendors' stand-ins, if it is not the one of this package. */
  readonly vendorsFolder?: string
}

export interface LocalServices {
  readonly url: string
  readonly port: number
  /** Closes every connection and releases the files. Resolves when nothing is running any more. */
  close(): Promise<void>
}

const plainCommand = (args: string) => `npx telltale dev ${args}`

/**
 * Starts who-am-i, the flag service, the collector, the vendors' stand-ins and the console. Rejects if a file cannot be used.
 * If a file becomes invalid later, that is reported and its last valid content stays in use.
 */
export async function startServices(options: LocalServicesOptions): Promise<LocalServices> {
  const log = options.log ?? (() => undefined)
  const closers: (() => unknown)[] = []
  preferLinearPatterns()
  try {
    const flagsFile = await createWatchedFile(options.flagsFile, { read: readFlagsFile, log })
    closers.push(() => flagsFile.close())
    reportWarnings(flagsFile, log)
    const usersFile = await createWatchedFile(options.usersFile, { read: readUsersFile, log })
    closers.push(() => usersFile.close())
    const store = createFlagStore(flagsFile)
    closers.push(() => store.close())
    const versions = keepVersions({
      ...{ flags: store, file: options.versionsFile ?? fileBeside(options.data, 'versions.db'), log },
    })
    closers.push(() => versions.close())
    const streams = createFlagStreams(store, options.heartbeatMs)
    closers.push(() => streams.close())
    const events = await followStore(await openEvents(options.data, log), log)
    closers.push(() => events.close())
    const collector = await createCollector(events, { limits: options.collectorLimits ?? {}, log })
    closers.push(collector.subscribe(versions.clockShows))
    const { metricsFile = join(dirname(options.flagsFile), 'metrics.json') } = options
    const experiments = createExperiments({ store: events, metricsFile })
    closers.push(() => experiments.close())
    const history = createFlagHistory(store)
    closers.push(() => history.close())
    const faults = createFaultBoard(options.faults)
    const gate = createFaultGate(faults)
    const seen = createObservation({ collector, streams })
    closers.push(() => seen.close())

    const startedAt = Date.now()
    const feed = createConsoleFeed({
      ...seen,
      collector,
      state: () => ({
        startedAt,
        data: nameOfData(options.data),
        flagsFile: { path: flagsFile.path, problems: flagsFile.problems() },
        environments: [...store.now().file.environments.values()].map(({ id, levels, flags }) => ({
          id,
          levels,
          flags: Object.values(flags),
        })),
        counts: seen.flagEvents.counts(),
        segments: Object.values(store.now().file.segments),
        usersFile: { path: usersFile.path, problems: usersFile.problems() },
        users: usersFile.value(),
        connections: streams.connections().filter(({ endedAt }) => endedAt === undefined),
        changes: history.changes(),
        faults: faults.faults(),
      }),
    })
    closers.push(() => feed.close())
    for (const part of [flagsFile, usersFile, store, streams, seen.flagEvents, faults])
      part.subscribe(feed.stateChanged)
    for (const part of [streams, seen.polls, seen.tabs]) part.subscribe(feed.connectionsChanged)

    const host = options.host ?? LOOPBACK
    const app = createApp(
      [
        createIdentityRoutes(usersFile.value, gate),
        createServerSdkRoutes({ store, streams, events: seen.flagEvents }, gate),
        createFlagRoutes({ store, streams, events: seen.flagEvents, polls: seen.polls, versions }, gate),
        createOfrepRoutes({ store, streams, polls: seen.polls, versions }, gate),
        createCollectorRoutes(collector, gate),
        createVendorRoutes({ records: seen.vendors, scripts: await vendorScripts(options.vendorsFolder) }, gate),
        createExportRoutes(collector),
        createExperimentRoutes(experiments),
        createErrorRoutes(createErrorAnswers(events)),
        createExplanationRoutes({ flags: store, versions: versions.store }),
        createLifeRoutes(seen.reported),
        createConsoleRoutes({ feed, faults, store, streams, vendors: seen.vendors }),
        createFlagEditRoutes(createFlagEdits({ file: flagsFile, history })),
        createPeopleRoutes({ users: usersFile.value, edits: createPeopleEdits(usersFile) }),
        createPageRoutes(await consoleFiles(options.consoleFolder)),
      ],
      { host, log },
    )
    const listening = await listen(app.fetch, { host, port: options.port }).catch((error: Error) => {
      throw new Error(
        `Cannot listen on port ${options.port} of ${host}: ${error.message}. Pass another --port or --host.`,
      )
    })
    closers.push(() => {
      // Streams end first, so that their readers see a regular end and not an error.
      feed.close()
      streams.close()
      return listening.close()
    })
    if (options.port !== 0 && listening.port !== options.port) {
      const taken = `Port ${options.port} is taken`
      if (options.isStrictPort)
        throw new Error(
          `${taken}, perhaps by the services of another project, which this application would then use. End those, or pass another port, as in ${(options.commandWith ?? plainCommand)(`--port ${listening.port}`)}, and change the port in the addresses that this application uses, for example in .env.development.`,
        )
      log(`${taken}: using ${listening.port}. An application that is set to ${options.port} uses what answers there.`)
    }

    let closing: Promise<void> | undefined
    return {
      url: `http://${urlHost(host)}:${listening.port}`,
      port: listening.port,
      close: () => (closing ??= closeAll(closers)),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Reports each warning once while its cause is in the file. */
function reportWarnings(file: WatchedFile<FlagsFile>, log: (line: string) => void): void {
  let said: readonly string[] = []
  const report = () => {
    const { warnings } = file.value()
    for (const sentence of warnings.filter((one) => !said.includes(one))) log(`${file.path}: ${sentence}`)
    said = warnings
  }
  report()
  file.subscribe(report)
}

/** The address for a browser on this machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return LOOPBACK
  return host.includes(':') ? `[${host}]` : host
}

/** Stops in the reverse order of the start. */
async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
  for (const close of [...closers].reverse()) await close()
}
