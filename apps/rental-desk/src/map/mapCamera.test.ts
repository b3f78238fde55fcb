import { describe, expect, test } from 'vitest'
import { cameraOn, panBy, project, scaleOf, wholeTown, zoomBy } from './mapCamera.ts'

const wide = { width: 1272, height: 852 }
const narrow = { width: 336, height: 220 }

describe('wholeTown', () => {
  test.each([wide, narrow, { width: 300, height: 700 }])('fits the town into a panel of $width × $height', (size) => {
    for (const place of [
      { x: 0, y: 0 },
      { x: 1200, y: 420 },
    ]) {
      const { left, top } = project(wholeTown, size, place)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(size.width)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top).toBeLessThanOrEqual(size.height)
    }
  })

  test('centres the town in the panel', () => {
    expect(project(wholeTown, wide, wholeTown)).toEqual({ left: 636, top: 426 })
  })

  test('has a positive scale in a panel that has no size yet', () => {
    expect(scaleOf(wholeTown, { width: 0, height: 0 })).toBeGreaterThan(0)
  })
})

test('zoomBy multiplies the zoom around the same centre, and limits it to between 1 and 4', () => {
  expect(zoomBy(wholeTown, 2)).toEqual({ ...wholeTown, zoom: 2 })
  expect(zoomBy(wholeTown, 100).zoom).toBe(4)
  expect(zoomBy(wholeTown, 0.1).zoom).toBe(1)
})

test('panBy moves the plane with the pointer, and keeps the centre within the town', () => {
  expect(panBy(wholeTown, wide, { left: 100, top: -50 })).toEqual({ zoom: 1, x: 500, y: 260 })
  expect(panBy(wholeTown, wide, { left: 5000, top: 5000 })).toMatchObject({ x: 0, y: 0 })
})

test('cameraOn centres on the places and fits them into the width of the panel, and shows the whole town without places', () => {
  const places = [
    { x: 575, y: 118 },
    { x: 812, y: 88 },
  ]
  const camera = cameraOn(places)
  expect(camera).toMatchObject({ x: 693.5, y: 103 })
  expect(camera.zoom).toBeGreaterThan(1.5)
  for (const place of places) {
    const { left } = project(camera, wide, place)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(wide.width)
  }
  expect(cameraOn([])).toEqual(wholeTown)
})
