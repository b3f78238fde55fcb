import type { Engine, EngineTab, Profile } from './engines/engine.ts'

/** What is killed, by its processes, with SIGKILL; its profile stays. */
export interface Victim {
  /** A new tab in the same profile. */
  start(): Promise<EngineTab>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The processes of a browser that run pages; the others live on. */
export async function contentVictim(engine: Engine): Promise<Victim> {
  const profile = await engine.open()
  return { start: profile.openTab, kill: profile.killContent, stop: profile.close }
}

/** A browser with all of its processes. */
export function browserVictim(engine: Engine, directory: string): Victim {
  let profile: Profile | undefined
  return {
    async start() {
      profile = await engine.open({ directory })
      return profile.openTab()
    },
    kill: async () => profile?.kill(),
    stop: async () => profile?.kill(),
  }
}
