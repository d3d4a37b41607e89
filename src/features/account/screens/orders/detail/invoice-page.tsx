/** The invoice of a premium paid after the first one; that of an order is on the order's page. */
import { parseInvoiceOf } from '../../../../invoices/contract.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { NotFound } from '../../../../../app/load/not-found.tsx'
import { InvoicePanel } from '../../../../invoices/screens/invoice-panel.tsx'

export default function InvoicePage({ of }: { of: string }) {
  const t = useT()
  const payable = parseInvoiceOf(of)
  if (!payable)
    return (
      <NotFound title={t('invoices:missing.title')} path="/insurance-policy/list" go={t('invoices:missing.go')}>
        {t('invoices:missing.text')}
      </NotFound>
    )
  return <InvoicePanel {...payable} alone />
}
