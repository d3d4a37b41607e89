/** One item of a checklist with its files: what the server already has, what is being sent, and the buttons to add more. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { joinedNames } from '../../lib/locale.ts'
import { Notice } from '../../ui/Notice.tsx'
import { UploadGroup, type UploadGroupProps } from '../../ui/UploadGroup.tsx'
import type { UploadRowProps } from '../../ui/UploadRow.tsx'
import { useNow } from '../../ui/use-now.ts'
import { $session } from '../session/session.ts'
import type { Translate } from '../words/translate.ts'
import { useOpener } from '../requests/download.ts'
import { Gap, useLang, useT } from '../words/words.tsx'
import type { AddedFiles } from './upload-queue.ts'
import { AskRemove, UploadActions, useFileAction } from './upload-actions.tsx'
import type { FileNote, UploadItem, UploadState } from './upload-types.ts'
import type { useUploads } from './use-uploads.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { badgeWords, detailWords, fileWords, statusWords, type Pages, type UploadWords } from './upload-words.ts'

export interface UploadSlotProps {
  uploads: ReturnType<typeof useUploads>
  /** Which item of the checklist. */
  slot: string
  /** Its name; its pages are numbered after it. */
  title: string
  rule?: ReactNode
  error?: string | undefined
  /** Files of this item that the server has, with the ids they were uploaded under. */
  there?: readonly (UploadRowProps & { id: string })[]
  /** The badge's state when something other than the files decides it ("needs another photo"). */
  badge?: UploadGroupProps['badge']
  /** For an item that needs several pages: the badge says how many are still missing. */
  pages?: Pages
  /** No files can be added here. */
  closed?: boolean
  /** Received files cannot be removed here. */
  stays?: boolean
  /** Received files are part of an answer that is still to be sent: they do not count as done. */
  unsent?: boolean
  /** What is told of a file that is here, or was sent, already; nothing for any other file. */
  noteOf?: (item: UploadItem) => FileNote | undefined
  /** The page has stated the limits once (`UploadLimits`): groups do not repeat them. */
  limitsSaid?: boolean
}

const ROW: Record<UploadState, UploadRowProps['state']> = {
  preparing: 'preparing',
  warned: 'blurred',
  waiting: 'waiting',
  sending: 'sending',
  checking: 'checking',
  received: 'received',
  failed: 'failed',
}

const FIGURES = { photos: LIMITS.maxPhotos, mebibytes: LIMITS.maxFileMebibytes }

/** The limits of one selection and the time zone of the receipts, once for a page of several groups. */
export function UploadLimits() {
  const t = useT()
  return (
    <p className="text-small text-ink-2">
      {t($session.get().device === 'mobile' ? 'uploads:note.mobile' : 'uploads:note.web', FIGURES)}
      <Gap />
      {t('app:zone')}
    </p>
  )
}

export function UploadSlot({
  uploads,
  slot,
  title,
  rule,
  error,
  there = [],
  badge,
  pages,
  closed,
  stays,
  unsent = false,
  noteOf = () => undefined,
  limitsSaid,
}: UploadSlotProps) {
  const t = useT()
  const told: UploadWords = {
    lang: useLang(),
    device: $session.get().device,
    online: uploads.online,
    durable: uploads.durable,
    now: useNow(),
    unsent,
  }
  const [left, setLeft] = useState<AddedFiles | null>(null)
  const run = useFileAction()
  const [asked, ask] = useState<UploadItem | null>(null)
  const mine = uploads.items.filter((item) => item.slot === slot)
  const before = there.filter(({ id }) => !mine.some((item) => item.id === id))
  const count = before.length + mine.length
  const counted = useRef(count)
  useEffect(() => {
    // Removing files makes room, so the message about files that did not fit is cleared.
    if (count < counted.current) setLeft(null)
    counted.current = count
  }, [count])
  const nameOf = (index: number): string => (count > 1 ? t('uploads:page', { title, page: index + 1 }) : title)
  const add = (files: File[]): void => void uploads.add(slot, files).then(setLeft)
  const nameOfItem = (item: UploadItem): string => nameOf(before.length + mine.indexOf(item))
  const said = useUploadAnnouncements(mine, (item) =>
    t('uploads:said', {
      name: nameOfItem(item),
      status: [statusWords(t, item, told), noteOf(item)?.words].filter(Boolean).join(told.lang === 'cn' ? '，' : '. '),
    }),
  )
  const [shown, show] = useState<UploadItem | null>(null)
  const { open } = useOpener()

  /** A photo opens over the page, a PDF in a new tab; a file whose bytes cannot be loaded does not open. */
  function viewOf(item: UploadItem): (() => void) | undefined {
    if (item.state === 'preparing' || (item.state === 'failed' && item.receipt)) return undefined
    if (item.kind === 'photo' && item.thumbUrl) return () => show(item)
    if (item.kind === 'pdf' && item.state !== 'checking') return () => void open(() => pdf(item), item.name)
    return undefined
  }

  async function pdf({ id }: UploadItem): Promise<{ ok: true; data: Blob } | { ok: false; message: string }> {
    const bytes = await uploads.bytes(id)
    // A new name, because the tab would show the file name, which comes from outside.
    return bytes
      ? { ok: true, data: new Blob([bytes], { type: 'application/pdf' }) }
      : { ok: false, message: t('app:viewer.failed') }
  }

  const rows = mine.map((item) => {
    const [name, view] = [nameOfItem(item), viewOf(item)]
    return {
      id: item.id,
      name,
      thumb: item.thumbUrl ?? undefined,
      view: view && { label: t('uploads:view', { name }), onClick: view },
      hint: noteOf(item)?.shown,
      file: fileWords(t, item),
      state: unsent && item.state === 'received' ? ('unsent' as const) : ROW[item.state],
      status: statusWords(t, item, told),
      detail: detailWords(t, item),
      percent: item.percent,
      remove:
        stays && item.receipt && item.state !== 'failed'
          ? undefined
          : {
              label: t(item.state === 'sending' ? 'uploads:stop' : 'uploads:remove', { name }),
              onClick: () => (item.receipt && item.state !== 'failed' ? ask(item) : void run(uploads.remove(item.id))),
            },
      actions: <UploadActions item={item} uploads={uploads} add={add} />,
    }
  })
  return (
    <>
      <UploadGroup
        id={`upload-${slot}`}
        title={title}
        rule={rule}
        error={error}
        badge={badge ?? badgeWords(t, mine, before, { unsent, pages })}
        rows={[...before.map((row, index) => named(t, row, nameOf(index))), ...rows]}
        words={{
          camera: t('uploads:camera'),
          gallery: t('uploads:gallery'),
          drop: t('uploads:drop'),
          choose: t('uploads:choose'),
          single: t('uploads:single'),
          note: limitsSaid
            ? undefined
            : { mobile: t('uploads:note.mobile', FIGURES), web: t('uploads:note.web', FIGURES) },
        }}
        onFiles={closed ? undefined : add}
        more={before.length > 0 && mine.length === 0 && !error ? t('uploads:more') : undefined}
        notice={
          left?.code && (
            <Notice kind="warn" live="status">
              {t('uploads:tooMany', {
                ...FIGURES,
                count: left.left.length,
                names: joinedNames(told.lang, left.left),
              })}
            </Notice>
          )
        }
        said={said}
      />
      <PhotoViewer
        shown={
          shown
            ? { id: shown.id, title: nameOfItem(shown), name: shown.name, load: () => uploads.bytes(shown.id) }
            : undefined
        }
        close={() => show(null)}
      />
      <AskRemove item={asked} name={asked ? nameOfItem(asked) : ''} remove={uploads.remove} close={() => ask(null)} />
    </>
  )
}

/** A file on the server, under its name among the files of its group. */
function named(
  t: Translate,
  { view, remove, ...row }: UploadRowProps & { id: string },
  name: string,
): UploadRowProps & { id: string } {
  return {
    ...row,
    name,
    view: view && { ...view, label: t('uploads:view', { name }) },
    remove: remove && { ...remove, label: t('uploads:remove', { name }) },
  }
}

/** States that are announced. Waiting and sending are not: they pass without any action of the person. */
const SAID: readonly UploadState[] = ['warned', 'received', 'failed']

/** Announces a group's files to screen readers: each new state once; never percentages. */
function useUploadAnnouncements(items: readonly UploadItem[], say: (item: UploadItem) => string): string {
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
