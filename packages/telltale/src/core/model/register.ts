/**
 * The interface through which an application declares its flags and events to TypeScript, and the fields of its persons and accounts. While
 * it is empty, keys and names are plain strings, and fields that Telltale does not know are `unknown`.
 *
 * `unregisteredEvents: 'allowed'` next to them also allows other events, so that an application with many events can
 * register them one by one.
 *
 * Where the application imports `telltale/react`, write `declare module 'telltale/react' {}` in the same file: otherwise
 * an incremental build does not check files that import nothing else of Telltale again when this file changes
 * (microsoft/TypeScript#64386).
 *
 * TypeScript checks `person` and `accounts` where the application gives them; what who-am-i answers is not checked at run time.
 *
 * @example declare module 'telltale' { interface Register { flags: typeof flags; events: typeof events } }
 * @example declare module 'telltale' { interface Register { person: { locale: 'de' | 'en' }; accounts: { organization: { tier: string } } } }
 */
export interface Register {}
