import { attempt } from '../core/lib/attempt.ts'
import type { ObservedLayer } from '../core/observer.ts'

/** Code of the application: it must break neither the layer nor the page. */
export const startPart = <Layer extends object>(
  part: StartedPart<Layer>,
  layer: Layer,
  reportTo: (where: string) => (message: string) => void,
) =>
  attempt<(() => void) | void>(
    () => part.start?.({ ...layer, warn: reportTo(part.name) }),
    () => reportTo(part.name)('It has not started: it has thrown. (T166)'),
  )

/** An observer or a step. */
interface StartedPart<Layer> {
  readonly name: string
  start?(layer: Layer & Pick<ObservedLayer, 'warn'>): () => void
}
