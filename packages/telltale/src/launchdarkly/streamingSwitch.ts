import type { FlagClient } from '../flags/flagClient.ts'

/** Decides whether changes are streamed: as the application has said, or else while it listens for them. */
export function createStreamingSwitch(client: Pick<FlagClient, 'setStreaming'>, isListening: () => boolean) {
  let wanted: boolean | undefined
  const follow = () => client.setStreaming(wanted ?? isListening())

  return {
    set(value: boolean | null | undefined) {
      wanted = value === null || value === undefined ? undefined : Boolean(value)
      follow()
    },
    follow,
  }
}
