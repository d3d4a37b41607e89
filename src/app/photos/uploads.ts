/** The browser's upload queue: this device's storage, its worker, its clock, its tabs. One per page. */
import { now } from '../../lib/days/clock.ts'
import { atom } from 'nanostores'
import { prepareFile } from './prepare-file.ts'
import { createUploadQueue } from './upload-queue.ts'
import { unsentFilesOnDevice } from './unsent-files.ts'

export const uploads = createUploadQueue({
  unsent: unsentFilesOnDevice,
  prepare: prepareFile,
  now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
  alone: async (name, run) =>
    'locks' in navigator
      ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined))
      : run(),
  newId: () => crypto.randomUUID(),
  url: (blob) => URL.createObjectURL(blob),
  revoke: (url) => URL.revokeObjectURL(url),
})

/** Whether the browser reports a connection. Without one, a page can explain more kindly what waits. */
export const $online = atom(typeof navigator === 'undefined' || navigator.onLine)

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    $online.set(true)
    uploads.wakeAll()
  })
  addEventListener('offline', () => {
    $online.set(false)
    uploads.stopAll()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') uploads.wakeAll()
  })
}
