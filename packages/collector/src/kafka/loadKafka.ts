import type * as Client from '@platformatic/kafka'

/** The package `@platformatic/kafka`. */
export type Kafka = typeof Client

/** Loads the client of Kafka, which an application installs beside the collector. Older Nodes do not run it. */
export async function loadKafka(node = process.versions.node): Promise<Kafka> {
  if (!runsKafka(node)) throw new Error(`Kafka needs Node 22.22 or newer, or 24.6 or newer: this is Node ${node}.`)
  try {
    return await import('@platformatic/kafka')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new Error('Kafka needs the package @platformatic/kafka: run `npm install @platformatic/kafka`.', {
      cause: error,
    })
  }
}

/** Whether a version of Node runs the client, as it says about itself: its ranges would also let 23 and 24.0 pass. */
export function runsKafka(node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 22)
}
