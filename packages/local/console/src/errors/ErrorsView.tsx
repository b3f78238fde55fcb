import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { Route } from '../shell/route.ts'
import type { Go } from '../shell/useRoute.ts'
import { addressIn, periodIn, periodSearch } from './errorAddress.ts'
import { ErrorDetail } from './ErrorDetail.tsx'
import { ErrorList } from './ErrorList.tsx'

interface ErrorsViewProps extends Pick<Route, 'open' | 'search'> {
  readonly go: Go
  /** Their flags have links. */
  readonly environments: ConsoleState['environments'] | undefined
}

/** The errors of a period, or who has one of them. */
export function ErrorsView({ open, search, go, environments = [] }: ErrorsViewProps) {
  if (open === undefined)
    return (
      <ErrorList
        period={periodIn(search)}
        onPeriod={(period) => go('errors', undefined, periodSearch(period))}
        key="list"
      />
    )
  const address = addressIn(open, search)
  const { fingerprint, app, promotion } = address
  return (
    <ErrorDetail
      address={address}
      flagKeys={new Set(environments.flatMap(({ flags }) => flags.map(({ key }) => key)))}
      onPeriod={(period) => go('errors', open, periodSearch(period, address))}
      onBack={() => go('errors', undefined, periodSearch(address.period))}
      key={JSON.stringify([fingerprint, app, promotion])}
    />
  )
}
