import { useRef, useState, type PointerEvent } from 'react'
import { panBy, type Camera, type Size } from './mapCamera.ts'

/** The distance in pixels from which a movement is a drag and not a click. */
const FROM_PIXELS = 4

/** Moves the map with the pointer. */
export function useDrag(camera: Camera, size: Size, onCamera: (camera: Camera) => void) {
  const start = useRef<{ left: number; top: number; camera: Camera } | undefined>(undefined)
  const [isDragging, setDragging] = useState(false)
  const end = () => {
    start.current = undefined
    setDragging(false)
  }
  return {
    isDragging,
    onPointerDown(event: PointerEvent) {
      if (event.button === 0) start.current = { left: event.clientX, top: event.clientY, camera }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const by = { left: event.clientX - start.current.left, top: event.clientY - start.current.top }
      if (!isDragging && Math.hypot(by.left, by.top) < FROM_PIXELS) return
      if (!isDragging) {
        // Captured only now: a captured pointer's click would not reach the marker below it.
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragging(true)
      }
      onCamera(panBy(start.current.camera, size, by))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  }
}
