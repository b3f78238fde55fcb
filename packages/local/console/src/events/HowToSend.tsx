import { Empty } from '../shell/Empty.tsx'

/** What stands where the events will be. */
export function HowToSend() {
  return (
    <Empty title="Nothing has happened yet">
      Events appear here the moment they arrive. An application sends them with
      <pre>{`destinations: [
  collector({ url: '${window.location.origin}/collect' }),
],`}</pre>
      and then <code>telltale.track('Quote sent', {'{ total: 1200 }'})</code>.
    </Empty>
  )
}
