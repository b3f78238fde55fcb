import { posthog } from 'posthog-js'
import { stage, takeTheStage } from 'stage/page/stage'

posthog.init('phc_bench', {
  api_host: stage.collector,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  disable_compression: true,
  disable_session_recording: true,
  disable_surveys: true,
  disable_external_dependency_loading: true,
  advanced_disable_flags: true,
  // It takes a headless browser for a robot.
  opt_out_useragent_filter: true,
})
takeTheStage((name, payload) => void posthog.capture(name, { payload }))
