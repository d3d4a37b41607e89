/**
 * A canvas for ink: drawn by signature_pad, stored in units of the field. Redrawn whenever size, orientation, zoom or
 * theme change.
 */
import { useEffect, useRef, type RefObject } from 'react'
import SignaturePad from 'signature_pad'
import { PEN, toGroups, toInk, withStroke, type Ink, type InkField, type CanvasOrientation } from './ink-strokes.ts'

export interface InkProps {
  ink: Ink
  onChange: (ink: Ink) => void
  field: InkField
}

export function useInk(
  canvas: RefObject<HTMLCanvasElement | null>,
  { ink, onChange, field, turned }: InkProps & { turned: boolean },
): void {
  // Read by the listeners below, which outlive a render.
  const now = useRef({ ink, onChange })
  const redraw = useRef<() => void>(() => undefined)
  useEffect(() => {
    const changed = now.current.ink !== ink
    now.current = { ink, onChange }
    if (changed) redraw.current()
  }, [ink, onChange])

  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const pad = new SignaturePad(element, { minDistance: 1.5, throttle: 8, dotSize: 0 })
    const lie = (): CanvasOrientation => ({
      scale: (turned ? element.clientHeight : element.clientWidth) / field.width,
      turned,
    })
    const draw = (): void => {
      const place = lie()
      if (place.scale === 0) return
      fit(element)
      pad.penColor = getComputedStyle(element).color
      pad.minWidth = PEN.fast * place.scale
      pad.maxWidth = PEN.slow * place.scale
      pad.fromData(toGroups(now.current.ink, place, field, pad.penColor))
    }
    redraw.current = draw
    const onEnd = (): void => {
      const last = pad.toData().at(-1)
      if (!last) return
      const next = withStroke(now.current.ink, toInk(last, lie(), field), field)
      // Drawn already: the next render has nothing to do.
      now.current.ink = next
      now.current.onChange(next)
    }
    pad.addEventListener('endStroke', onEnd)
    const sizes = new ResizeObserver(draw)
    sizes.observe(element)
    const theme = matchMedia('(prefers-color-scheme: dark)')
    // Zooming the page changes the device pixel ratio, not the canvas size.
    addEventListener('resize', draw)
    theme.addEventListener('change', draw)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', draw)
      theme.removeEventListener('change', draw)
      pad.removeEventListener('endStroke', onEnd)
      pad.off()
    }
  }, [canvas, field, turned])
}

/** Canvas pixels matching the screen's pixels. */
function fit(element: HTMLCanvasElement): void {
  const dots = Math.max(1, window.devicePixelRatio)
  const [width, height] = [Math.round(element.clientWidth * dots), Math.round(element.clientHeight * dots)]
  if (element.width !== width) element.width = width
  if (element.height !== height) element.height = height
  const context = element.getContext('2d')
  context?.setTransform(dots, 0, 0, dots, 0, 0)
}
