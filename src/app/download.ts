/** Files handed to the person: documents as they come, records as JSON. */
import { useState } from 'react'
import { callFailureWords } from './call-failure-words.ts'
import { toast } from './toast-store.ts'
import { useT } from './words.tsx'

type Fetched = { ok: true; data: unknown } | { ok: false; message: string }

/** Fetches and saves a file under `name`; what went wrong is said in a toast. `busy` while it is on its way. */
export function useDownload(fetch: () => Promise<Fetched>, name: string): { busy: boolean; save: () => Promise<void> } {
  const { busy, get } = useFetched()
  return { busy, save: async () => void (await get(fetch, (file) => saveFile(file, name))) }
}

/** Shows a file that browsers can show, a PDF say, in a tab of its own; where no tab may be opened it is saved instead. */
export function useOpened(fetch: () => Promise<Fetched>, name: string): { busy: boolean; open: () => Promise<void> } {
  const { busy, open } = useOpener()
  return { busy, open: () => open(fetch, name) }
}

/** The same for one of many files. */
export function useOpener(): { busy: boolean; open: (fetch: () => Promise<Fetched>, name: string) => Promise<void> } {
  const { busy, get } = useFetched()
  async function open(fetch: () => Promise<Fetched>, name: string): Promise<void> {
    // Opened synchronously in the click: browsers block a tab that opens after an asynchronous answer as a pop-up.
    const tab = window.open('', '_blank')
    const shown = await get(fetch, (file) => {
      if (!tab) return saveFile(file, name)
      tab.opener = null
      tab.location.replace(URL.createObjectURL(file))
    })
    if (!shown) tab?.close()
  }
  return { busy, open }
}

/** `get` is true when the file came and was handed on. */
function useFetched(): { busy: boolean; get: (fetch: () => Promise<Fetched>, use: (file: Blob) => void) => Promise<boolean> } {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function get(fetch: () => Promise<Fetched>, use: (file: Blob) => void): Promise<boolean> {
    setBusy(true)
    let there = false
    try {
      const reply = await fetch()
      if (reply.ok) {
        use(fileOf(reply.data))
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

const fileOf = (data: unknown): Blob => (data instanceof Blob ? data : new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))

/** Hands bytes to the browser's downloads. */
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
