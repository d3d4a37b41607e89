/** Announces a group's files to screen readers: each new state once; never percentages. */
import { useEffect, useRef, useState } from 'react'
import type { UploadItem, UploadState } from './upload-types.ts'

/** States that are announced. Waiting and sending are not: they pass without any action of the person. */
const SAID: readonly UploadState[] = ['warned', 'received', 'failed']

export function useUploadAnnouncements(items: readonly UploadItem[], say: (item: UploadItem) => string): string {
  const [said, set] = useState('')
  const before = useRef(new Map<string, UploadState>())
  useEffect(() => {
    const news = items.filter(
      ({ id, state }) => SAID.includes(state) && before.current.has(id) && before.current.get(id) !== state,
    )
    before.current = new Map(items.map(({ id, state }) => [id, state]))
    if (news.length > 0) set(news.map(say).join(' '))
  }, [items, say])
  return said
}
