import type { EngineName } from './engineNames.mjs'

export type { EngineName }

/** What the journeys need of a browser. Each engine implements it once; no journey calls a driver directly. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  /** A profile that shares nothing with the others. */
  open(options?: ProfileOptions): Promise<Profile>
  close(): Promise<void>
}

export interface ProfileOptions {
  /** A folder for the profile, which outlives the browser. When absent, the profile is deleted when it is closed. */
  directory?: string
  /** A private window. */
  isPrivate?: boolean
  /** The user's setting that blocks cookies and site data. */
  blocksSiteData?: boolean
  /** An HTTP proxy for all hosts but the loopback ones. When absent, nothing but loopback can be reached. */
  proxy?: string
  /** What runs in each page before its own scripts. */
  before?: (() => void) | readonly (() => void)[] | undefined
}

/** A running browser with one profile. */
export interface Profile {
  /** What its tabs have written to the console, uncaught errors included. */
  readonly console: readonly ConsoleMessage[]
  /** A new tab, with an empty page. */
  openTab(): Promise<EngineTab>
  /** Cuts off, or restores, the network of all tabs. */
  setOffline(isOffline: boolean): Promise<void>
  /** SIGKILL to the processes that run pages, those of all tabs; their tabs are closed then. The browser goes on. */
  killContent(): Promise<void>
  /** SIGKILL to the browser and all its processes. Only for a profile with a `directory`. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface ConsoleMessage {
  readonly type: 'debug' | 'log' | 'info' | 'warning' | 'error'
  readonly text: string
}

export interface EngineTab {
  /** Resolves when the page is loaded. */
  goto(url: string): Promise<void>
  /** Runs a function in the page, and waits for its promise. What goes in and comes out must be JSON. Rejects when the page is left meanwhile. */
  run<Result, Arg = undefined>(script: (arg: Arg) => Result | Promise<Result>, arg?: Arg): Promise<Result>
  /** Waits until the function answers something truthy in the page. */
  until(condition: () => unknown): Promise<void>
  /** Waits until the tab shows a loaded page with this path. */
  untilAt(path: string): Promise<void>
  reload(): Promise<void>
  /**
   * Goes back as the user does, without waiting for the page. The driver of Chromium can no longer reach a page that the
   * back/forward cache has restored: let the page report what it has seen.
   */
  back(): Promise<void>
  /** Closes the tab as its user does; resolves when it is closed. */
  close(): Promise<void>
  /** Kills the process of the page, then closes the tab. Firefox and WebKit lose the pages of all other tabs, too. */
  crash(): Promise<void>
}
