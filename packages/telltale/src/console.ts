export { consoleLink, type ConsoleLinkOptions } from './adapters/consoleLink.ts'
