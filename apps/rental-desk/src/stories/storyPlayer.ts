import { createPlayer } from './player.ts'
import { comeBack, signedIn, switchCollector } from './stage.ts'
import { STORIES } from './stories.ts'
import { storageOr } from '../ownStorage.ts'

/** The player of the stories in the strip of the demo. */
export const storyPlayer = createPlayer({
  stories: STORIES,
  storage: storageOr(() => sessionStorage),
  reload: () => location.reload(),
  before: signedIn,
  clean({ before }) {
    void switchCollector('on').catch(() => undefined)
    comeBack(before)
  },
  onLeave: (listener) => addEventListener('pagehide', listener),
  mayRun: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
})
