import { posthog } from 'posthog-js'
import { landing, visit } from '../delivery/page/landing.ts'

posthog.init('phc_bench', {
  api_host: location.origin,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  disable_compression: true,
  disable_session_recording: true,
  disable_surveys: true,
  disable_external_dependency_loading: true,
  bootstrap: { distinctID: visit.person, featureFlags: { landing: visit.variation } },
  // It takes a headless browser for a robot.
  opt_out_useragent_filter: true,
})
landing(() => String(posthog.getFeatureFlag('landing') ?? 'none'))
