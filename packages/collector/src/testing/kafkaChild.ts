import { kafkaConsumer, type KafkaConsumerOptions, kafkaDedupe, type KafkaDedupeOptions } from '../kafka.ts'

// A process that is killed: node kafkaChild.ts '{ "consume": { … } }'. It says when it begins, and ends with a sentence if it cannot go on.

interface Task {
  readonly consume?: KafkaConsumerOptions
  readonly dedupe?: KafkaDedupeOptions
}

const task = JSON.parse(process.argv[2] ?? '') as Task
const log = (level: string, message: string, fields?: object) =>
  console.log(level, message, JSON.stringify(fields ?? {}))
const begun = [
  ...(task.consume ? [await kafkaConsumer({ ...task.consume, log })] : []),
  ...(task.dedupe ? [await kafkaDedupe({ ...task.dedupe, log })] : []),
]
console.log('begins')
await Promise.all(begun.map(({ ended }) => ended)).catch((error: unknown) => {
  console.log('ends', String(error))
  process.exit(1)
})
