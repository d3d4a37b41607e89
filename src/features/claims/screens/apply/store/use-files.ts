/** The files of a claim on this device and with the server, for the steps that show or count them. */
import { useEffect } from 'react'
import { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { watch } from '../../follow/fresh.ts'
import '../../sender.ts'
import { refresh } from './store.ts'

/** Sends what lies on this device; the draft follows what arrives from here, and what other devices add. */
export function useFiles(claim: string): ReturnType<typeof useUploads> {
  const files = useUploads(claim)
  const { received } = files.standing
  useEffect(() => {
    if (received > 0) void refresh({ always: true })
  }, [received])
  useEffect(() => watch(async () => void (await refresh())), [])
  return files
}
