import { useEffect, type RefObject } from 'react'

/** Where the card stays while the page scrolls: `top` of its column in `shell.css`. */
const STAYS_AT = 24

/**
 * Tells the style sheet how far from the top of the window the card begins, so that it ends with the window: below the
 * bars over the header, of which there are none, one or two, as well as at the top of a page that was scrolled.
 */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = (): void => {
      const it = panel.current
      it?.style.setProperty('--panel-top', `${Math.max(STAYS_AT, it.getBoundingClientRect().top)}px`)
    }
    const bars = new ResizeObserver(measure)
    bars.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      bars.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [panel])
}
