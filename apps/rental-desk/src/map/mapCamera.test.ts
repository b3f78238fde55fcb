import { describe, expect, test } from 'vitest'
import { cameraOn, isSeen, panBy, project, scaleOf, wholeTown, zoomBy } from './mapCamera.ts'

const wide = { width: 1272, height: 852 }
const narrow = { width: 336, height: 220 }

describe('the whole town', () => {
  test.each([wide, narrow, { width: 300, height: 700 }])('is within a panel of $width × $height', (size) => {
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

  test('has its middle in the middle', () => {
    expect(project(wholeTown, wide, wholeTown)).toEqual({ left: 636, top: 426 })
  })

  test('is drawn in a panel that has no size yet', () => {
    expect(scaleOf(wholeTown, { width: 0, height: 0 })).toBeGreaterThan(0)
  })
})

test('closer is twice as large around the middle, and there is a nearest and a farthest', () => {
  expect(zoomBy(wholeTown, 2)).toEqual({ ...wholeTown, zoom: 2 })
  expect(zoomBy(wholeTown, 100).zoom).toBe(4)
  expect(zoomBy(wholeTown, 0.1).zoom).toBe(1)
})

test('the plane follows the hand, and its middle does not leave the town', () => {
  expect(panBy(wholeTown, wide, { left: 100, top: -50 })).toEqual({ zoom: 1, x: 500, y: 260 })
  expect(panBy(wholeTown, wide, { left: 5000, top: 5000 })).toMatchObject({ x: 0, y: 0 })
})

test('a look at some places has all of them in the panel, and the middle between them', () => {
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

test('a sign is seen while its middle is in the panel', () => {
  const sign = (left: number) => ({ left, right: left + 100, top: 0, bottom: 34 })
  const size = { width: 400, height: 200 }
  const camera = { zoom: 1, x: 0, y: 0 }
  expect([-251, -249, 149, 151].map((left) => isSeen(camera, size, sign(left)))).toEqual([false, true, true, false])
  expect(isSeen(camera, size, { left: 0, right: 100, top: -134, bottom: -100 })).toBe(false)
})
