/** The files of a claim on this device and on the server, for the steps that show or count them. */
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { watch } from '../../follow/use-polling.ts'
import { useUploads } from '../../configure-uploads.ts'
import { $draft, refresh } from './wizard-store.ts'

/** Interval of asking whether files were checked, ms. */
const CHECK_MS = 2000

/** Uploads the files on this device; refreshes the draft when they, or files of other devices, have arrived. */
export function useClaimFiles(claim: string): ReturnType<typeof useUploads> {
  const files = useUploads(claim)
  const { received, checking, needsYou } = files.standing
  useEffect(() => {
    if (received + needsYou > 0) void refresh({ always: true })
  }, [received, checking, needsYou])
  // Files from earlier or from another device, whose check this page's queue does not follow.
  const waits =
    useStore($draft)?.documents.some(
      ({ id, status }) => status === 'checking' && !files.items.some((item) => item.id === id),
    ) ?? false
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(() => void refresh({ always: true }), CHECK_MS)
    return () => clearInterval(timer)
  }, [waits])
  useEffect(() => watch(async () => void (await refresh())), [])
  return files
}
