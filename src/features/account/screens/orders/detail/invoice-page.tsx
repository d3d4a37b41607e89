/** The invoice of a premium paid after the first one; that of an order is on the order's page. */
import { parseInvoiceOf } from '../../../../invoices/contract.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Empty } from '../../../../../ui/Empty.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { InvoicePanel } from '../../../../invoices/screens/invoice-panel.tsx'

export default function InvoicePage({ of }: { of: string }) {
  const t = useT()
  const lang = useLang()
  const payable = parseInvoiceOf(of)
  const policies = localPath(lang, '/insurance-policy/list')
  if (!payable) {
    return (
      <Empty
        kind="notFound"
        level={1}
        title={t('invoices:missing.title')}
        action={
          <TextLink look="go" href={policies}>
            {t('invoices:missing.go')}
          </TextLink>
        }
      >
        {t('invoices:missing.text')}
      </Empty>
    )
  }
  return <InvoicePanel {...payable} alone />
}
