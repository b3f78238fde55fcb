import type { Route } from '../shell/route.ts'
import type { Go } from '../shell/useRoute.ts'
import { answerPath, placeIn } from './experimentAddress.ts'
import { ExperimentDetail } from './ExperimentDetail.tsx'
import { ExperimentList } from './ExperimentList.tsx'

interface ExperimentsViewProps extends Pick<Route, 'open' | 'search'> {
  readonly go: Go
}

/** The flags that were shown, or what the variations of one of them have done. */
export function ExperimentsView({ open, search, go }: ExperimentsViewProps) {
  if (open === undefined) return <ExperimentList />
  const place = placeIn(open, search)
  return <ExperimentDetail place={place} onBack={() => go('experiments', undefined, '')} key={answerPath(place)} />
}
