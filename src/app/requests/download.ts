/** Saves files for the person: documents as they arrive, records as JSON. */
import { useState } from 'react'
import { callFailureWords } from './call-failure-words.ts'
import { toast } from '../parts/toast-store.ts'
import { useT } from '../words/words.tsx'

type Fetched = { ok: true; data: unknown } | { ok: false; message: string }

/** Downloads a file and saves it as `name`; a failure is shown in a toast. `busy` while it is being downloaded. */
export function useDownload(fetch: () => Promise<Fetched>, name: string): { busy: boolean; save: () => Promise<void> } {
  const { busy, get } = useFetched()
  return { busy, save: async () => void (await get(fetch, (file) => saveFile(file, name))) }
}

/** Shows a file that browsers can display, such as a PDF, in a new tab; where no tab may be opened it is saved instead. */
export function useOpened(fetch: () => Promise<Fetched>, name: string): { busy: boolean; open: () => Promise<void> } {
  const { busy, open } = useOpener()
  return { busy, open: () => open(fetch, name) }
}

/** The same where one of many files is opened. */
export function useOpener(): { busy: boolean; open: (fetch: () => Promise<Fetched>, name: string) => Promise<void> } {
  const { busy, get } = useFetched()
  async function open(fetch: () => Promise<Fetched>, name: string): Promise<void> {
    // Opened synchronously in the click: browsers block a tab that opens after an asynchronous answer as a pop-up.
    const tab = isWechat() ? null : window.open('', '_blank')
    const shown = await get(fetch, (file) => {
      if (!tab) return saveFile(file, name)
      tab.opener = null
      tab.location.replace(URL.createObjectURL(file))
    })
    if (!shown) tab?.close()
  }
  return { busy, open }
}

/** Its browser does nothing with a file that a page made, on phones and on computers: it neither saves nor shows it. */
export const isWechat = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** `get` returns true when the file arrived and was saved or shown. */
function useFetched(): {
  busy: boolean
  get: (fetch: () => Promise<Fetched>, take: (file: Blob) => void) => Promise<boolean>
} {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function get(fetch: () => Promise<Fetched>, take: (file: Blob) => void): Promise<boolean> {
    if (isWechat()) {
      toast(t('app:inWechat'), 'bad')
      return false
    }
    setBusy(true)
    let there = false
    try {
      const reply = await fetch()
      if (reply.ok) {
        take(fileOf(reply.data))
        there = true
      } else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
    return there
  }
  return { busy, get }
}

const fileOf = (data: unknown): Blob =>
  data instanceof Blob ? data : new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })

/** Passes bytes to the browser's downloads. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
