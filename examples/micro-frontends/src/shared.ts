export interface Shared {
  services: string
  token: () => string
}
