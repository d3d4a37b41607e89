import { useT } from '../../../../app/words/words.tsx'

const CAUSES = ['limit', 'online', 'code', 'details'] as const

/** Reasons for which wallets and banks refuse a payment, each with what helps. */
export function Causes() {
  const t = useT()
  return (
    <section className="grid gap-2">
      <h2 className="type-h3">{t('cashier:accredit.causes')}</h2>
      <ul className="rows">
        {CAUSES.map((cause) => (
          <li key={cause} className="border-b border-line py-3">
            <strong className="font-semibold">{t(`cashier:accredit.${cause}.what`)}</strong>
            <span className="block text-ink-2">{t(`cashier:accredit.${cause}.help`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
