import type { TestServer } from 'telltale/testing'

/** The network of an example, which can be cut. */
export interface Network {
  readonly server: TestServer
  set(isUp: boolean): void
  isUp(): boolean
}

export function createNetwork(isUpAtFirst = true): Network {
  let isUp = isUpAtFirst
  return {
    server: () => (isUp ? { status: 202 } : 'network'),
    set: (next) => (isUp = next),
    isUp: () => isUp,
  }
}
