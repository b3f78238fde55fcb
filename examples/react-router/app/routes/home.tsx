import { Link } from 'react-router'
import { Welcome } from '../Welcome'

export default function Home() {
  return (
    <>
      <Welcome />
      <Link to="/tours/17">Tour 17</Link>
    </>
  )
}
