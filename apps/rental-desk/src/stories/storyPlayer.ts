import { session } from '../session/session.ts'
import { createPlayer } from './player.ts'
import { comeBack, switchCollector } from './stage.ts'
import { STORIES } from './stories.ts'
import { storageOr } from '../ownStorage.ts'

/** The player of the stories in the strip of the demo. */
export const storyPlayer = createPlayer({
  stories: STORIES,
  storage: storageOr(() => sessionStorage),
  reload: () => location.reload(),
  clean({ token }) {
    void switchCollector('on').catch(() => undefined)
    if (token !== null && (session.token !== token || 'own' in session.get())) comeBack(token)
  },
  mayRun: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
})
