/** The sales record of an order: as a PDF for people, and as JSON. */
import { blob, request } from '../../../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../../../app/requests/download.ts'
import { loadNow } from '../../../../../app/load/load-ahead.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'

export function OrderRecord({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  // Few ask for it, so the contract of ordering is loaded on the press and not with the page.
  const calls = () => loadNow(() => import('../../../../orders/contract.ts'))
  const read = useDownload(
    async () => blob((await calls()).salesRecordFile, { id, language: lang }),
    t('account:order.record.file', { order: id, kind: 'pdf' }),
  )
  const data = useDownload(
    async () => request((await calls()).salesLog, { id }),
    t('account:order.record.file', { order: id, kind: 'json' }),
  )
  return (
    <section data-no-print>
      <h2 className="type-h3">{t('account:order.record.title')}</h2>
      <p className="mt-1 mb-4 measure text-ink-2">{t('account:order.record.text')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          size="sm"
          icon="download"
          working={read.busy && t('account:order.record.working')}
          onClick={() => void read.save()}
        >
          {t('account:order.record.get')}
        </Button>
        <TextLink onClick={data.busy ? undefined : () => void data.save()}>{t('account:order.record.data')}</TextLink>
      </div>
    </section>
  )
}
