import {
  kafkaConsumer,
  type KafkaConsumerOptions,
  kafkaDedupe,
  type KafkaDedupeOptions,
  kafkaOutlet,
  type KafkaOutletOptions,
} from '../kafka.ts'
import { sqliteStore } from '../sqlite.ts'

// A process that is killed: node kafkaChild.ts '{ "consume": { … } }'. It says when it begins, and ends with a sentence if it cannot go on.

interface Task {
  readonly consume?: KafkaConsumerOptions
  readonly dedupe?: KafkaDedupeOptions
  /** SIGTERM ends it. */
  readonly outlet?: Omit<KafkaOutletOptions, 'store'> & { readonly file: string }
}

const task = JSON.parse(process.argv[2] ?? '') as Task
const log = (level: string, message: string, fields?: object) =>
  console.log(level, message, JSON.stringify(fields ?? {}))
const begun = [
  ...(task.consume ? [await kafkaConsumer({ ...task.consume, log })] : []),
  ...(task.dedupe ? [await kafkaDedupe({ ...task.dedupe, log })] : []),
]
if (task.outlet) {
  const { file, ...options } = task.outlet
  const store = await sqliteStore({ file })
  const outlet = await kafkaOutlet({ everyMs: 20, takeOverMs: 2_000, ...options, store, log })
  process.once('SIGTERM', () => void outlet.stop().then(() => store.close()))
}
console.log('begins')
await Promise.all(begun.map(({ ended }) => ended)).catch((error: unknown) => {
  console.log('ends', String(error))
  process.exit(1)
})
