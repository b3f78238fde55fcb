import { Welcome } from './Welcome'

export default function Page() {
  return <Welcome />
}
