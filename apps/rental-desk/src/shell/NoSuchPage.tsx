import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export function NoSuchPage() {
  return (
    <Page title="No such page">
      <Empty text="There is nothing at this address." href="/" action="Go to the fleet" />
    </Page>
  )
}
