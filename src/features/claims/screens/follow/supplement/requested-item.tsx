/**
 * `/claim/application/supplement/detail?id=…&item=…`: one requested item, its reason, what it must show, and the
 * upload. `add=…` in place of the item: a document that nobody asked for.
 */
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { useEffect, useRef, useState } from 'react'
import { request as ask } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { UploadSlot } from '../../../../../app/photos/upload-slot.tsx'
import { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { Actions } from '../../../../../app/parts/wizard-parts.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import {
  getClaim,
  itemUnavailable,
  type ClaimView,
  type DocumentView,
  type RequestItem,
  type RequestView,
} from '../../../contract.ts'
import { supplementPath } from '../../../rules/claim-paths.ts'
import { documentRow } from '../../document-row.tsx'
import { useDocumentViews } from '../../open-document.tsx'
import { useDuplicateFileNote } from '../../duplicate-file-note.ts'
import { FormToPrint } from '../../samples/SeeExample.tsx'
import { slotOf } from '../../upload-slots.ts'
import { openRequest } from '../claim-selectors.ts'
import { PartHead } from '../part-head.tsx'
import { withoutLineBreaks } from '../text-format.ts'
import { LoadClaim, type ClaimProps } from '../load-claim.tsx'
import { useTakeBack } from '../take-back-document.ts'
import { NothingRequested } from './nothing-requested.tsx'
import { nextItem, SendRequest } from './send-request.tsx'
import { DocumentUnavailable } from '../../document-unavailable.tsx'
import { unavailableWords } from '../../../rules/word-keys.ts'

const Examples = lazyPart(() => import('./picture-examples.tsx'))
const AddDocument = lazyPart(() => import('./add-document.tsx'))

export default function RequestedItemPage() {
  return <LoadClaim ownPhotos>{(props) => <Found {...props} />}</LoadClaim>
}

function Found(props: ClaimProps) {
  const [search] = useState(() => new URLSearchParams(pageSearch()))
  const [wanted, added] = [search.get('item'), search.get('add')]
  if (added !== null && props.claim.may.addDocument)
    return <AddDocument claim={props.claim} put={props.put} first={added} />
  const request = openRequest(props.claim)
  const item = request?.items.find(({ id }) => id === wanted)
  return request && item ? <Item {...props} request={request} item={item} /> : <NothingRequested id={props.claim.id} />
}

function Item({ claim, put, request, item }: ClaimProps & { request: RequestView; item: RequestItem }) {
  const t = useT()
  const takeBack = useTakeBack(claim, put)
  const lang = useLang()
  const now = useNow()
  const uploads = useUploads(claim.id)
  const slot = slotOf(item.kind, item.id)
  // A receipt changes the claim, and so does the result of the file's check.
  const received = uploads.items
    .filter((it) => it.slot === slot && it.receipt)
    .map(({ state }) => state)
    .join()
  useRefresh(claim.id, received, put)
  useChecks(claim, uploads, put)
  const next = nextItem(request, item.id, claim.id)
  const noteOf = useDuplicateFileNote(uploads.items, claim.documents, item.replaces)
  const { looks, viewer } = useDocumentViews(claim.id, item.documents)
  const replaced = claim.documents.find(({ id }) => id === item.replaces)
  return (
    <div className="max-w-3xl">
      <PartHead claim={claim} title={item.title[lang]}>
        <p className="measure mt-2 text-ink-2">{withoutLineBreaks(item.reason[lang])}</p>
        <p className="mt-1 text-small font-semibold text-warn">
          {t(`claimprogress:item.${request.overdue ? 'was' : 'by'}`, { day: request.dueOn })}
        </p>
        {replaced && (
          <p className="mt-1 text-small text-ink-2">{t('claimprogress:item.replaces', { name: replaced.name })}</p>
        )}
      </PartHead>
      <div className="grid gap-10">
        <UploadSlot
          uploads={uploads}
          slot={slot}
          title={t(`claims:document.${item.kind}.name`)}
          rule={<FormToPrint kind={item.kind}>{withoutLineBreaks(item.must[lang])}</FormToPrint>}
          there={item.documents.map((document) => ({ ...row(document), ...looks(document) }))}
          noteOf={noteOf}
          unsent
        />
        {viewer}
        {next ? (
          <Actions
            main={
              <Button look="primary" href={localPath(lang, next)}>
                {t('claimprogress:item.next')}
              </Button>
            }
            side={<TextLink href={localPath(lang, supplementPath(claim.id))}>{t('claimprogress:item.all')}</TextLink>}
          />
        ) : (
          <SendRequest claim={claim} put={put} request={request} />
        )}
        <ItemUnavailable claim={claim} put={put} item={item} />
        <Examples kind={item.kind} />
      </div>
    </div>
  )

  /** A file that was on the server before this page was opened; it can be removed until the answer is sent. */
  function row(document: DocumentView) {
    return documentRow(t, lang, document, {
      now,
      about: `upload-${slot}`,
      unsent: true,
      remove: (it) => void takeBack(it),
      replace: (it, files) => {
        void takeBack(it)
        void uploads.add(slot, files)
      },
    })
  }
}

/** Nothing where there is no answer: it is asked for again. */
async function refresh(id: string, put: ClaimProps['put']): Promise<void> {
  const now = await ask(getClaim, { id }).catch(() => undefined)
  if (now?.ok) put(now.data)
}

/** A receipt changes the claim, so it is reloaded at once and not only at the next interval. */
function useRefresh(id: string, received: string, put: ClaimProps['put']): void {
  const before = useRef(received)
  useEffect(() => {
    if (before.current !== received) void refresh(id, put)
    before.current = received
  }, [id, received, put])
}

/** Interval of asking whether files were checked, ms. */
const CHECK_MS = 2000

/** Follows files from before this page was opened that are still being checked; the queue follows those of this page. */
function useChecks(
  { id, documents }: ClaimView,
  { items }: ReturnType<typeof useUploads>,
  put: ClaimProps['put'],
): void {
  const waits = documents.some(
    (document) => document.status === 'checking' && !items.some((item) => item.id === document.id),
  )
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(() => void refresh(id, put), CHECK_MS)
    return () => clearInterval(timer)
  }, [id, waits, put])
}

/** "I cannot get this document", for one item of a request. */
function ItemUnavailable({ claim, put, item }: ClaimProps & { item: RequestItem }) {
  const t = useT()

  async function say(said: Parameters<Parameters<typeof DocumentUnavailable>[0]['onSay']>[0]): Promise<boolean> {
    const why = said === null ? '' : unavailableWords(t, { kind: item.kind, ...said })
    try {
      const reply = await ask(itemUnavailable, { id: claim.id, item: item.id, why })
      if (reply.ok) put(reply.data)
      else toast(reply.message, 'bad')
      return reply.ok
    } catch (thrown) {
      toast(callFailureWords(t, thrown), 'bad')
      return false
    }
  }

  return <DocumentUnavailable id="cannot" why={item.unavailable} onSay={say} open={location.hash === '#cannot'} />
}
