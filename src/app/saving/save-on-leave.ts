/** Saves when a page is left: recent typing is stored on this device at least, and on the server if it answers soon. */

/** How long leaving waits for a save, ms: the typing is on this device already. */
const LEAVE_MS = 2000

export interface SaveOnLeave {
  /** Stores unsaved typing on this device, immediately. */
  keepNow: () => Promise<void>
  /** Saves what is unsaved; `leaving`: the page may be gone before the answer. */
  flush: (options?: { leaving?: boolean }) => Promise<unknown>
  /** Whether a change of language has to wait for a save. */
  mustSave: () => boolean
  /** The page is visible again, or the connection is back. */
  back?: () => unknown
}

export function createSaveOnLeave({ keepNow, flush, mustSave, back }: SaveOnLeave): {
  leave: (to: string) => Promise<void>
  saveOnLeave: () => () => void
} {
  async function leave(to: string): Promise<void> {
    await keepNow()
    await Promise.race([flush(), new Promise((go) => setTimeout(go, LEAVE_MS))])
    location.assign(to)
  }

  /**
   * Stores and saves when the page is left, hidden, or switched to the other language; returns the function that ends
   * this.
   */
  function saveOnLeave(): () => void {
    const onHide = (): void => {
      void keepNow()
      if (document.visibilityState === 'hidden') void flush({ leaving: true })
      else void back?.()
    }
    const onOnline = (): void => void flush().then(() => back?.())
    const onSwitch = (event: DocumentEventMap['lang-switch']): void => {
      if (!mustSave()) return
      event.preventDefault()
      void leave(event.detail.to)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('visibilitychange', onHide, { signal })
    document.addEventListener('lang-switch', onSwitch, { signal })
    addEventListener('pagehide', onHide, { signal })
    addEventListener('online', onOnline, { signal })
    return () => stop.abort()
  }

  return { leave, saveOnLeave }
}
