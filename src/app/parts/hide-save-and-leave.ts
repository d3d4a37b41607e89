import { useEffect } from 'react'

/** Hides the wizard's "Save and leave" while mounted, for pages with nothing to save. */
export function useHideSaveAndLeave(): void {
  useEffect(() => {
    const links = document.querySelectorAll<HTMLElement>('[data-save-leave]')
    links.forEach((link) => (link.hidden = true))
    return () => links.forEach((link) => (link.hidden = false))
  }, [])
}
