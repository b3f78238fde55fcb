import type { Topic } from './readTopic.ts'

const DAY = 86_400_000
/** So old may be what a browser sends again, in days, and one more for clocks and for work that waits. */
const WINDOW = 31 + 1

/** What an operator should change in the settings of a topic, as sentences. */
export function topicWarnings({ name, brokers, minInsync, retentionMs }: Topic): readonly string[] {
  const warnings: string[] = []
  if (brokers >= 3 && minInsync < 2)
    warnings.push(
      `The topic ${name} has min.insync.replicas=${minInsync}: with ${brokers} brokers it should be 2, or the loss of one broker loses events.`,
    )
  if (retentionMs < WINDOW * DAY)
    warnings.push(
      `The topic ${name} has retention.ms=${retentionMs}: it should be at least ${WINDOW * DAY}, which is ${WINDOW} days, or events that nobody has read are deleted, and copies of them come in again.`,
    )
  return warnings
}
