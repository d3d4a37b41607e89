/** All requests so far, and all payments. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { joined } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import type { ClaimView } from '../../../contract.ts'
import { ItemBadge } from '../item-badge.tsx'

export function Requests({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  if (claim.requests.length === 0) return null
  return (
    <section id="requests" className="scroll-mt-20">
      <h2 className="mb-2.5 type-h3">{t('claimprogress:detail.requests')}</h2>
      <ul className="ruled">
        {claim.requests.map(({ id, at, dueOn, sentAt, items }) => (
          <li key={id} className="grid gap-2 py-4">
            <p className="num text-small text-ink-2">
              {joined(
                lang,
                t('claimprogress:history.asked', { at: formatInstant(at, lang) }),
                sentAt === null
                  ? t('claimprogress:history.due', { day: dueOn })
                  : t('claimprogress:history.sent', { at: formatInstant(sentAt, lang) }),
              )}
            </p>
            {items.map((item) => (
              <div key={item.id} className="flex items-start justify-between gap-4">
                <p>
                  {item.title[lang]}
                  <span className="block text-small text-ink-2">{item.reason[lang]}</span>
                  {item.unavailable && (
                    <span className="block text-small text-ink-2">
                      {t('claimprogress:history.cannot', { why: item.unavailable })}
                    </span>
                  )}
                </p>
                <span className="shrink-0">
                  <ItemBadge status={item.status} sent={sentAt !== null} />
                </span>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Payments({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  if (claim.payments.length === 0) return null
  return (
    <section id="payments" className="scroll-mt-20">
      <h2 className="mb-2.5 type-h3">{t('claimprogress:detail.payments')}</h2>
      <ul className="ruled">
        {claim.payments.map(
          ({
            id,
            status,
            amount,
            startedAt,
            settledAt,
            bank,
            accountTail,
            accountName,
            reference,
            reason,
            onAccount,
          }) => (
            <li key={id} className="py-3">
              <p className="flex justify-between gap-4">
                <span>
                  {joined(
                    lang,
                    t(`claimprogress:payment.state.${status}`),
                    onAccount ? t('claimprogress:onAccount.title') : undefined,
                  )}
                </span>
                <span className="num font-semibold">{formatMoney(amount, lang)}</span>
              </p>
              <p className="num text-small text-ink-2">
                {joined(
                  lang,
                  formatInstant(settledAt ?? startedAt, lang),
                  accountName,
                  t('claimprogress:payment.bank', { bank, tail: accountTail }),
                  reference ?? undefined,
                )}
              </p>
              {reason && <p className="text-small text-ink-2">{reason[lang]}</p>}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
