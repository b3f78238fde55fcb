import { attempt } from '../../core/lib/attempt.ts'
import { parseRecord } from '../../core/lib/json.ts'
import { panelKey } from '../createFrame.ts'

/** How the panel was left in this tab of the browser. */
interface PanelState {
  /** The name of the tab that is shown. */
  readonly tab?: string
  readonly side?: string
  readonly size?: string
}

/** The state of the panel, which is kept for the next page of the tab of the browser, where it stores anything. */
export function panelState(app: string) {
  const name = panelKey(app)
  let state: PanelState = parseRecord(attempt(() => sessionStorage.getItem(name)) ?? undefined)
  return {
    get: () => state,
    change(changes: PanelState) {
      state = { ...state, ...changes }
      attempt(() => sessionStorage.setItem(name, JSON.stringify(state)))
    },
  }
}
