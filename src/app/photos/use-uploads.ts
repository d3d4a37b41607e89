/** The uploads of one subject for a screen. The feature must call `uploads.configure(…)` once before. */
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { $durable } from '../storage/device-store.ts'
import { overall, pending, uploadCounts, stopped } from './upload-summary.ts'
import { $online, uploads } from './uploads.ts'

/**
 * Resumes the files stored on this device, and follows them. `pending` is what "Wait for uploads to finish" counts;
 * `overall` is progress in bytes; `durable` false: ask the person not to close the page.
 */
export function useUploads(subject: string) {
  const items = useStore(uploads.items(subject))
  const online = useStore($online)
  const durable = useStore($durable)
  // A storage that does not answer is asked again before anything is sent.
  useEffect(() => void uploads.resume(subject).catch(() => undefined), [subject])
  const actions = useMemo(
    () => ({
      add: (slot: string, files: readonly File[]) => uploads.add(subject, slot, files),
      retry: (id: string) => uploads.retry(subject, id),
      sendAnyway: (id: string) => uploads.sendAnyway(subject, id),
      remove: (id: string) => uploads.remove(subject, id),
      bytes: (id: string) => uploads.bytes(subject, id),
      /** Tries waiting files immediately, whatever the browser says about the connection. */
      wake: () => uploads.wakeAll(),
    }),
    [subject],
  )
  return {
    items,
    online,
    disconnected: !online || stopped(items),
    durable,
    overall: overall(items),
    standing: uploadCounts(items),
    pending: pending(items),
    ...actions,
  }
}
