import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export function NoSuchPage() {
  return (
    <Page title="No such page">
      <Empty text="This page does not exist." href="/" action="Go to the fleet" />
    </Page>
  )
}
