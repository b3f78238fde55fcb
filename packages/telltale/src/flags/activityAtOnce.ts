import { sendDiagnostics } from './diagnostics.ts'
import { createFlagActivity, type ActivityPorts, type StartActivity } from './flagActivity.ts'
import { watchGoals } from './goals.ts'

/** The code that few pages need, at once. */
export const filesAtOnce = { loadGoals: () => watchGoals, loadDiagnostics: () => sendDiagnostics }

/** The activity of the flags of a layer, with all of its code there at once. */
export const activityAtOnce = (ports: Omit<ActivityPorts, 'files'> = {}): StartActivity =>
  createFlagActivity({ ...ports, files: filesAtOnce })
