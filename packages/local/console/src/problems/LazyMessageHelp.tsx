import { fetchedLater } from '../shell/fetchedLater.tsx'

/** The cause and the remedy of a message. The texts are loaded with the first one. */
export const MessageHelp = fetchedLater(
  async () => (await import('./MessageHelp.tsx')).MessageHelp,
  () => null,
)
