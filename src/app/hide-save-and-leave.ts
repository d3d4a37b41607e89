import { useEffect } from 'react'

/** Where nothing is filled in (any more) there is nothing to save: the wizard's "Save and leave" is away as long as this stands. */
export function useHideSaveAndLeave(): void {
  useEffect(() => {
    const links = document.querySelectorAll<HTMLElement>('[data-save-leave]')
    links.forEach((link) => (link.hidden = true))
    return () => links.forEach((link) => (link.hidden = false))
  }, [])
}
