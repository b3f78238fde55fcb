export { startServices, type LocalServices, type LocalServicesOptions } from './startServices.ts'
