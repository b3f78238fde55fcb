import { Link, useParams } from 'react-router'

export default function Tour() {
  const { tour } = useParams()
  return (
    <main>
      <h1>Tour {tour}</h1>
      <Link to="/">Back</Link>
    </main>
  )
}
