/** Files handed to the person: documents as they come, records as JSON. */
import { useState } from 'react'
import { failedWords } from './failed.ts'
import { toast } from './toast.ts'
import { useT } from './words.tsx'

type Fetched = { ok: true; data: unknown } | { ok: false; message: string }

/** Fetches and saves a file under `name`; what went wrong is said in a toast. `busy` while it is on its way. */
export function useDownload(fetch: () => Promise<Fetched>, name: string): { busy: boolean; save: () => Promise<void> } {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const reply = await fetch()
      if (reply.ok) saveFile(fileOf(reply.data), name)
      else toast(reply.message, 'bad')
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    }
    setBusy(false)
  }
  return { busy, save }
}

const fileOf = (data: unknown): Blob => (data instanceof Blob ? data : new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))

function saveFile(bytes: Blob, name: string): void {
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
