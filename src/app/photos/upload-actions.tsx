/** What a person can do about a file of an upload slot, and the question before a received one is removed. */
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { toast } from '../parts/toast-store.ts'
import { callFailureWords } from '../requests/call-failure-words.ts'
import { RequestFailed } from '../requests/read-reply.ts'
import { $session } from '../session/session.ts'
import { useT } from '../words/words.tsx'
import { Refused, type UploadItem } from './upload-types.ts'
import type { useUploads } from './use-uploads.ts'

/** Does something to a file that the device or the server may refuse, as offline: why it failed is told. */
export function useFileAction(): (doing: Promise<void>) => Promise<void> {
  const t = useT()
  return (doing) =>
    doing.catch((error: unknown) =>
      toast(
        error instanceof Refused && error.said
          ? error.said
          : callFailureWords(t, error instanceof RequestFailed ? error : new RequestFailed('server')),
        'bad',
      ),
    )
}

/** What a person can do about a file. Replacing removes the old file only once there is a new one. */
export function UploadActions({
  item,
  uploads,
  add,
}: {
  item: UploadItem
  uploads: ReturnType<typeof useUploads>
  add: (files: File[]) => void
}) {
  const t = useT()
  const run = useFileAction()
  const camera = $session.get().device === 'mobile'
  const replace = (files: File[]): void => {
    void run(uploads.remove(item.id))
    add(files)
  }
  if (item.state === 'warned') {
    return (
      <>
        <FileButton
          size="sm"
          icon={camera ? 'camera' : 'image'}
          camera={camera}
          about={`upload-${item.slot}`}
          onFiles={replace}
        >
          {t(camera ? 'uploads:again' : 'uploads:other')}
        </FileButton>
        <TextLink onClick={() => void run(uploads.sendAnyway(item.id))}>{t('uploads:anyway')}</TextLink>
      </>
    )
  }
  if (item.state !== 'failed') return null
  if (item.retryable)
    return (
      <Button size="sm" icon="refresh-cw" onClick={() => uploads.retry(item.id)}>
        {t('uploads:now')}
      </Button>
    )
  return (
    <FileButton size="sm" icon="image" about={`upload-${item.slot}`} onFiles={replace}>
      {t('uploads:other')}
    </FileButton>
  )
}

/** Removing a received file needs a confirmation. */
export function AskRemove({
  item,
  name,
  remove,
  close,
}: {
  item: UploadItem | null
  name: string
  remove: (id: string) => Promise<void>
  close: () => void
}) {
  const t = useT()
  const run = useFileAction()
  const [working, setWorking] = useState(false)
  async function go(id: string): Promise<void> {
    setWorking(true)
    await run(remove(id))
    setWorking(false)
    close()
  }
  const actions = (
    <>
      <Button look="bad" working={working && t('uploads:ask.working')} onClick={() => item && void go(item.id)}>
        {t('uploads:ask.yes')}
      </Button>
      <Button onClick={close}>{t('uploads:ask.no')}</Button>
    </>
  )
  return (
    <Dialog open={item !== null} title={t('uploads:ask.title', { name })} onClose={close} actions={actions}>
      {t('uploads:ask.text')}
    </Dialog>
  )
}
