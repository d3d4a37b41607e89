/**
 * Files that are sent together with a form: chosen, prepared on the device, removed again. Nothing is sent before the
 * form is.
 */
import { useRef, useState } from 'react'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { prepareFile } from './prepare-file.ts'
import { Refused, type Prepared } from './upload-types.ts'

interface ChosenFile {
  id: number
  name: string
  /** Set when it is ready to send. */
  prepared: Prepared | undefined
}

export interface ChosenFiles {
  files: readonly ChosenFile[]
  /** Files that can be sent, in the order in which they were chosen. */
  ready: readonly Prepared[]
  add: (chosen: readonly File[]) => void
  remove: (id: number) => void
}

/**
 * `onCode` receives the code of a refused file, and `undefined` when files are chosen anew; words:
 * `errors:field.<code>`, `refusalOf`.
 */
export function useChosenFiles(onCode: (code: string | undefined) => void): ChosenFiles {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const numbers = useRef(0)
  const remove = (id: number): void => setFiles((now) => now.filter((it) => it.id !== id))

  function add(chosen: readonly File[]): void {
    const room = LIMITS.maxPhotos - files.length
    onCode(chosen.length > room ? 'files_too_many' : undefined)
    for (const file of chosen.slice(0, room)) {
      const id = ++numbers.current
      setFiles((now) => [...now, { id, name: file.name, prepared: undefined }])
      prepareFile(file).then(
        (prepared) => setFiles((now) => now.map((it) => (it.id === id ? { ...it, prepared } : it))),
        (error: unknown) => {
          remove(id)
          onCode(error instanceof Refused ? error.code : 'file_broken')
        },
      )
    }
  }

  return { files, ready: files.flatMap((it) => it.prepared ?? []), add, remove }
}
