import { sendDiagnostics } from './diagnostics.ts'
import { createFlagActivity, type FlagActivity } from './flagActivity.ts'
import { watchGoals } from './goals.ts'

type More = Omit<Parameters<typeof createFlagActivity>[0], 'loadGoals' | 'loadDiagnostics'>

/** The activity with all of its code there at once. */
export const activityAtOnce = (more: More = {}): FlagActivity =>
  createFlagActivity({ ...more, loadGoals: () => watchGoals, loadDiagnostics: () => sendDiagnostics })
