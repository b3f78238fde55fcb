import { Welcome } from '../Welcome'

export default function Home() {
  return <Welcome />
}
