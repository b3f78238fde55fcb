import type { Person } from '../core/model/identity.ts'
import type { FakeServer } from '../testing/fakeTransport.ts'

export interface TestServer {
  readonly answer: FakeServer
  /** A token that this person is signed in with. */
  tokenOf(person: Person): string
  /** From now on who-am-i answers. */
  arrive(): void
}

/** Long enough to need no identity token. The specification's §5. */
const TOKEN_LENGTH = 36

/** The back end of a test: it knows who is signed in by their token, and takes whatever else it is sent. */
export function testServer(isLoading: boolean): TestServer {
  const people = new Map<string, Person>()
  let arrive = () => {}
  const ready = isLoading ? new Promise<void>((resolve) => (arrive = resolve)) : Promise.resolve()

  return {
    async answer({ url, headers = {} }) {
      if (!url.endsWith('/who-am-i')) return { status: 202 }
      await ready
      const person = people.get((headers['Authorization'] ?? '').replace('Bearer ', ''))
      return person ? { status: 200, body: person } : { status: 401 }
    },
    tokenOf(person) {
      const token = `${people.size + 1}`.padStart(TOKEN_LENGTH, 'token-of-a-test-')
      people.set(token, person)
      return token
    },
    arrive: () => arrive(),
  }
}
