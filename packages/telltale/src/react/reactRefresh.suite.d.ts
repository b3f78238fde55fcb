/** What is used of it; its own types would bring a compiler along. */
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(global: object): void
  export function register(component: unknown, id: string): void
  export function setSignature(component: unknown, key: string): void
  export function performReactRefresh(): unknown
}
