/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { loadMaps } from 'telltale/maps'

declare global {
  /** Ways in which an application loads the maps. Each returns the loaded version, or why none was loaded. */
  var maps: { withTelltale(): Promise<string>; withVendor(): Promise<string> }
}

const URL = 'https://maps.googleapis.com/maps/api/js?key=secret&v=weekly'

/** The result of a promise as text. */
const resultOf = (loading: Promise<unknown>) =>
  loading.then(
    () => google.maps.version,
    (error: Error) => error.message,
  )

let isConfigured = false

globalThis.maps = {
  withTelltale: () => resultOf(loadMaps({ url: URL, ready: () => window.google?.maps?.version })),
  withVendor() {
    if (!isConfigured) setOptions({ key: 'secret', v: 'weekly' })
    isConfigured = true
    return resultOf(importLibrary('maps'))
  },
}
